// The words that facts about contracts are told in; apart, so that who only reads such facts loads no chain library.
export const powers = [
  'mint',
  'pause',
  'blacklist',
  'fee',
  'limit',
  'upgrade',
  'withdraw',
  'burn_others',
  'ownership',
  'roles',
  'initialize',
] as const
export type Power = (typeof powers)[number]

export const authorityKinds = ['eoa', 'multisig', 'timelock', 'contract', 'none'] as const
export type AuthorityKind = (typeof authorityKinds)[number]

/** Who may: a stranger too, the owner, the proxy's administrator, somebody else or nobody now, or it could not be tried. */
export const guards = ['anyone', 'owner', 'admin', 'restricted', 'unknown'] as const
export type Guard = (typeof guards)[number]

export const proxyKinds = [
  'none',
  'eip1967',
  'eip1967_beacon',
  'eip1167',
  'eip1822',
  'zeppelinos',
  'safe',
  'diamond',
  // Other short codes that run one address for ever.
  'clone',
  'unitroller',
  // Says itself whose code it runs (EIP-897).
  'named',
] as const
export type ProxyKind = (typeof proxyKinds)[number]

/** not_tradable: not even buying works now. */
export const verdicts = ['clean', 'honeypot', 'not_tradable', 'unknown'] as const
export type Verdict = (typeof verdicts)[number]
export const trialMethods = ['simulated_pool', 'simulated_holder', 'holders', 'none'] as const
