import TrueSealCrypto

// RFC 8032, section 7.1, TEST 2: expected.txt holds the signature printed there.
let seed = "4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb"
let message: [UInt8] = [0x72]

let key = try SigningKey(seed: SecretBytes(Hexadecimal.decode(seed)))
let signature = key.sign(message)
print(Hexadecimal.encode(signature))
print(SigningKey.verify(signature, of: message, by: key.publicKey))
print(SigningKey.verify(signature, of: [0x73], by: key.publicKey))
