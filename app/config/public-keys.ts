// The accounts whose private keys everybody has: what is paid to one, or held by one, is gone the same second.
import { createHash } from 'node:crypto'

// The first accounts of the mnemonics that come with hardhat and anvil ("test test … junk") and with ganache ("myth like …").
const addresses = new Set(
  `
  f39fd6e51aad88f6f4ce6ab8827279cfffb92266 70997970c51812dc3a010c7d01b50e0d17dc79c8 3c44cdddb6a900fa2b585dd299e03d12fa4293bc
  90f79bf6eb2c4f870365e785982e1f101e93b906 15d34aaf54267db7d7c367839aaf71a00a2c6a65 9965507d1a55bcc2695c58ba16fb37d819b0a4dc
  976ea74026e726554db657fa54763abd0c3a0aa9 14dc79964da2c08b23698b3d3cc7ca32193d9955 23618e81e3f5cdf7f54c3d65f7fbc0abf5b21e8f
  a0ee7a142d267c1f36714e4a8f75612f20a79720 bcd4042de499d14e55001ccbb24a551f3b954096 71be63f3384f5fb98995898a86b02fb2426c5788
  fabb0ac9d68b0b445fb7357272ff202c5651694a 1cbd3b2770909d4e10f157cabc84c7264073c9ec df3e18d64bc6a983f673ab319ccae4f1a57c7097
  cd3b766ccdd6ae721141f452c550ca635964ce71 2546bcd3c84621e976d8185a91a922ae77ecec30 bda5747bfd65f08deb54cb465eb87d40e51b197e
  dd2fd4581271e230360230f9337d5c0430bf44c0 8626f6940e2eb28930efb4cef49b2d1f2c9c1199 90f8bf6a479f320ead074411a4b0e7944ea8c9c1
  ffcf8fdee72ac11b5c542428b35eef5769c409f0 22d491bde2303f2f43325b2108d26f1eaba1e32b e11ba2b4d45eaed5996cd0823791e0c93114882d
  d03ea8624c8c5987235048901fb614fdca89b117 95ced938f7991cd0dfcb48f0a06a40fa1af46ebc 3e5e9111ae8eb78fe1cc3bb8915d5d461f3ef9a9
  28a8746e75304c0780e011bed21c72cd78cd535e aca94ef8bd5ffee41947b4585a84bda5a3d3da6e 1df62f291b2e969fb0849d99d9ce41e2f137006e
  1804c8ab1f12e6bbf3894d4083f33e07309d1f38
`
    .trim()
    .split(/\s+/),
)
// Of their private keys the beginning of the SHA-256: enough to know one again.
const fingerprints = new Set(
  `
  bc1a50966c9e6486 8335c55334821eef b26ab6529d20ebeb 64034b44c579b335 4d3e46eec8244d1d 0aedba9d586f34f9
  28e543d3753fc9d1 f070994a85994785 38e69fdd19aefeb4 967f21586cdf1248 0b33e0132123e78d 84bc109b3d59b017
  85bde548053aab4b f1513114f60e5e95 5330d388af894c9e a2e06155cb1a424f 4a67d7a0d8a16d6d b08bdfde9930d920
  cf1fc66f853151a4 100546a8b020a55a 578592185588730b 30e55f5463e22af0 70b801afae94d2e6 0bc9fde2b028e3b0
  f51c2c795f782308 6dea34b661141091 faeb1dab5a326eef 196fbadca8b7eea6 ecd5e9d0b08a8a9f 3fd5610ee03a3503
`
    .trim()
    .split(/\s+/),
)
const digits = /^0x([0-9a-f]{64})$/
const curveOrder = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n
// Keys and addresses that somebody would count up to, such as 0x…01 and the precompiled contracts.
const counted = 0x1_0000_0000n
const burnt = 0xdeadn

/** Why nobody may hold money with this private key; null where nothing is known against it. */
export function problemOfKey(key: string): string | null {
  const hex = digits.exec(key.toLowerCase())?.[1]
  if (hex === undefined) return null
  const value = BigInt(`0x${hex}`)
  if (value === 0n || value >= curveOrder) return 'is no private key: it lies outside the curve'
  const isRepeated = /^(..)\1{31}$/.test(hex)
  const isPublic = value < counted || isRepeated || fingerprints.has(createHash('sha256').update(hex).digest('hex').slice(0, 16))
  return isPublic ? 'is a public test key: everybody can take what it holds' : null
}

/** Why nobody may be paid at this address; null where nothing is known against it. */
export function problemOfAddress(address: string): string | null {
  const value = BigInt(address)
  if (value < counted)
    return value === burnt
      ? 'is an address that burns what it gets'
      : 'is the zero address or a contract of the chain itself: what it gets is lost'
  return addresses.has(address.slice(2).toLowerCase()) ? 'belongs to a public test key: everybody can take what it gets' : null
}
