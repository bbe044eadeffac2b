// What the rest of the program may use of the SSRF-safe client.

export { createCollector } from '../collect.ts'
export { type AddressRules, type AddressVerdict, judgeAddress } from './address.ts'
export { createSafeFetch, type Fetched, type FetchOptions, type SafeFetch } from './fetch.ts'
export { isPublicHostName } from './host-name.ts'
export { defaultPolicy, type FetchPolicy, productUserAgent } from './policy.ts'
export { FetchRefusal, type RefusalCode, refusalCodes } from './refusal.ts'
export { createDnsResolver, type Resolver } from './resolver.ts'
