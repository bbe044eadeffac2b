// Slither's detectors by the class that labels use for the same mistake. One that is not here counts under its own name.
const classes: Readonly<Record<string, readonly string[]>> = {
  reentrancy: [
    'reentrancy-eth',
    'reentrancy-no-eth',
    'reentrancy-balance',
    'reentrancy-benign',
    'reentrancy-events',
    'reentrancy-unlimited-gas',
    'token-reentrancy',
  ],
  access_control: [
    'suicidal',
    'unprotected-upgrade',
    'protected-vars',
    'arbitrary-send-eth',
    'arbitrary-send-erc20',
    'arbitrary-send-erc20-permit',
    'controlled-array-length',
    'missing-zero-check',
    'events-access',
  ],
  delegatecall_to_user_data: ['controlled-delegatecall'],
  msg_value_in_loop: ['msg-value-loop', 'delegatecall-loop'],
  tx_origin_auth: ['tx-origin'],
  bad_randomness: ['weak-prng', 'gelato-unprotected-randomness'],
  time_manipulation: ['timestamp'],
  unchecked_low_level_calls: ['unchecked-lowlevel', 'unchecked-send', 'unused-return'],
  unchecked_token_transfer: ['unchecked-transfer'],
  denial_of_service: ['calls-loop', 'return-bomb'],
  arithmetic: ['incorrect-exp', 'incorrect-shift', 'tautology', 'incorrect-unary'],
  precision_div_before_mul: ['divide-before-multiply'],
  strict_balance_equality: ['incorrect-equality'],
  locked_ether: ['locked-ether'],
  shadowing: ['shadowing-state', 'shadowing-abstract', 'shadowing-local', 'shadowing-builtin'],
  uninitialised_storage: ['uninitialized-storage', 'uninitialized-state', 'uninitialized-local'],
  oracle_stale_price: ['chronicle-unchecked-price', 'pyth-unchecked-publishtime', 'pyth-unchecked-confidence'],
  hash_collision: ['encode-packed-collision'],
}

const byDetector = new Map(Object.entries(classes).flatMap(([name, detectors]) => detectors.map((one) => [one, name] as const)))

export const classOfSlither = (detector: string): string => byDetector.get(detector) ?? detector
