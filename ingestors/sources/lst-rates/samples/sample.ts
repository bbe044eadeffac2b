// Written by us as a node answers eth_call: a word of 32 bytes for each view.
import { defineSample } from '../../../define.ts'
import { wordsSample } from '../../../shapes/json-rpc.ts'

const words = [1_143_000_000_000_000_000n, 1_105_000_000_000_000_000n, 1_080_000_000_000_000_000n]

export default defineSample({
  answer: (url) =>
    url.href === 'https://ethereum-rpc.publicnode.com/?about=lst-rates'
      ? { type: 'application/json', body: wordsSample(words) }
      : null,
})
