#pragma once

// Linux alone has it, and its headers show it to GNU programs only.
extern int syncfs(int descriptor);
