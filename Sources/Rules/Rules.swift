// Rules
