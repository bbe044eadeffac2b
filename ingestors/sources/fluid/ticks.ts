// The ratios of debt to collateral that Fluid's vaults know: powers of 1.0015, to the unit as its TickMath library has them.

/** One, as ratios are counted. */
export const ratioUnit = 1n << 96n
export const mostTick = 32_767

const whole = 1n << 128n
const mostWord = (1n << 256n) - 1n
// 2^128 / 1.0015^(2^n), as the library names them.
const factors = [
  0xff9dd7de423466c20352b1246ce4856fn,
  0xff3bd55f4488ad277531fa1c725a66d0n,
  0xfe78410fd6498b73cb96a6917f853259n,
  0xfcf2d9987c9be178ad5bfeffaa123273n,
  0xf9ef02c4529258b057769680fc6601b3n,
  0xf402d288133a85a17784a411f7aba082n,
  0xe895615b5beb6386553757b0352bda90n,
  0xd34f17a00ffa00a8309940a15930391an,
  0xae6b7961714e20548d88ea5123f9a0ffn,
  0x76d6461f27082d74e0feed3b388c0ca1n,
  0x372a3bfe0745d8b6b19d985d9a8b85bbn,
  0x0be32cbee48979763cf7247dd7bb539dn,
  0x8d4f70c9ff4924dac37612d1e2921en,
  0x4e009ae5519380809a02ca7aec77n,
  0x17c45e641b6e95dee056ff10n,
]

export function ratioAtTick(tick: number): bigint {
  const size = Math.abs(tick)
  if (!Number.isInteger(tick) || size > mostTick) throw new RangeError('a tick that no vault has')
  let factor = whole
  factors.forEach((own, bit) => {
    if ((size >> bit) & 1) factor = (factor * own) >> 128n
  })
  if (tick < 0) return factor >> 32n
  factor = mostWord / factor
  // Rounded up, so that the tick of this ratio is this tick.
  return (factor >> 32n) + (factor % (1n << 32n) === 0n ? 0n : 1n)
}
