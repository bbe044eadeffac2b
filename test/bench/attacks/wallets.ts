// Contract wallets of a few instructions each, for ERC-1271's isValidSignature; written out, because no compiler stands between.
import type { Hex } from 'viem'

// PUSH4 1626ba7e PUSH1 e0 SHL PUSH0 MSTORE PUSH1 32 PUSH0 RETURN
const sayYes = '631626ba7e60e01b5f5260205ff3'

/** Yes to everything. */
export const yesSayer: Hex = `0x${sayYes}`

// GASPRICE ISZERO PUSH1 9 JUMPI, then JUMPDEST PUSH1 5 JUMP for ever, then JUMPDEST and yes.
/** Yes where gas costs nothing, as in a careless simulation; burns all of it where somebody pays. */
export const freeRider: Hex = `0x3a15600957${'5b600556'}5b${sayYes}`

// PUSH1 1 NUMBER AND ISZERO PUSH1 12 JUMPI, then the same.
/** Yes in every second block: what is simulated on one is mined in the next. */
export const moody: Hex = `0x6001431615600c57${'5b600856'}5b${sayYes}`

// PUSH3 99999, then JUMPDEST PUSH1 1 SWAP1 SUB DUP1 PUSH1 4 JUMPI, and STOP.
/** No, after a hundred thousand turns. */
export const slowNo: Hex = '0x6201869f5b600190038060045700'
