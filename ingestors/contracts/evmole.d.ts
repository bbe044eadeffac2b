// What we use of evmole, whose package hides its own types from modules.
declare module 'evmole' {
  export function contractInfo(
    code: string,
    wanted: { readonly selectors: true; readonly arguments: true; readonly stateMutability: true },
  ): {
    readonly functions?: readonly {
      readonly selector: string
      readonly arguments?: string
      readonly stateMutability?: string
    }[]
  }
}
