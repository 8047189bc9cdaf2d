import TrueSealStore

print(Database.engineVersion)
