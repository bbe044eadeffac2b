// What a facilitator is asked, in one dialect.

export type FacilitatorRequest = {
  readonly x402Version: 1 | 2
  /** As this dialect calls it: the answer must name it. */
  readonly network: string
  readonly paymentPayload: unknown
  readonly paymentRequirements: unknown
}
