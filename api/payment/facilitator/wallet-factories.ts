// The contracts that may make a payer's wallet with our gas, at the same address on every chain: anything else could be made to burn it.
export const knownWalletFactories = [
  // Coinbase Smart Wallet 1.1 and 1.0.
  '0xba5ed110efdba3d005bfc882d75358acbbb85842',
  '0x0ba5ed0c6aa8c49038f819e587e2633c4a9f428a',
  // Safe 1.4.1 and 1.3.0.
  '0x4e1dcf7ad4e460cfd30791ccc4f9c8a4f820ec67',
  '0xa6b71e26c5e0845f74c812102ca7114b6a896ab2',
] as const
