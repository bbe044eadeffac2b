// What a facilitator says it settles.

export type SupportedKind = { readonly network: string; readonly version: number; readonly feePayer: string | null }

export type Supported = { readonly kinds: readonly SupportedKind[]; readonly signers: readonly string[] }
