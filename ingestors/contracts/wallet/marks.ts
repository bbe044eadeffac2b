// What a mark of an older transfer is made of, a hex digit each. Apart from what writes them: who reads needs no chain library.
export const mark = { out: 1, begins: 2, paid: 4, got: 8 } as const
