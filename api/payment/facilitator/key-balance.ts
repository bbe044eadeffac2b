// What a settling key has left.
export type KeyGas = {
  readonly network: string
  readonly address: string
  readonly balance: number
  /** For how many settlements that is enough at the price of gas of the moment. */
  readonly settlementsLeft: number
}
