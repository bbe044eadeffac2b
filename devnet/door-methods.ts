// What a wallet may ask of the demo chain: to read it and to send what it has signed, and nothing that reaches out or changes the world.

const asked = [
  'eth_blobBaseFee eth_blockNumber eth_call eth_chainId eth_createAccessList eth_estimateGas eth_feeHistory eth_gasPrice',
  'eth_getBalance eth_getBlockByHash eth_getBlockByNumber eth_getBlockReceipts eth_getBlockTransactionCountByHash',
  'eth_getBlockTransactionCountByNumber eth_getCode eth_getLogs eth_getProof eth_getStorageAt',
  'eth_getRawTransactionByHash eth_getTransactionByBlockHashAndIndex eth_getTransactionByBlockNumberAndIndex',
  'eth_getTransactionByHash eth_getTransactionCount eth_getTransactionReceipt eth_maxPriorityFeePerGas eth_simulateV1',
  'eth_syncing',
  'eth_newFilter eth_newBlockFilter eth_newPendingTransactionFilter eth_getFilterChanges eth_getFilterLogs eth_uninstallFilter',
  'eth_sendRawTransaction eth_sendRawTransactionSync',
  'net_listening net_version web3_clientVersion web3_sha3',
]
const allowed: ReadonlySet<string> = new Set(asked.flatMap((line) => line.split(' ')))
const mostCalls = 100

export interface Call {
  readonly jsonrpc: '2.0'
  readonly id: string | number | null
  readonly method: string
  readonly params: unknown
}

/** The calls as they are passed on, made anew from what was understood: another reader cannot understand something else. */
export type Judged = { readonly calls: Call | readonly Call[] } | { readonly refusal: Refusal | readonly Refusal[] }

interface Refusal {
  readonly jsonrpc: '2.0'
  readonly id: string | number | null
  readonly error: { readonly code: number; readonly message: string }
}

/** One call that is refused refuses the whole of its batch. */
export function judgeCalls(body: string): Judged {
  let raw: unknown
  try {
    raw = JSON.parse(body)
  } catch {
    return { refusal: refuse(null, -32_700, 'not JSON') } // theirs to mend; nothing of ours to log
  }
  const given = Array.isArray(raw) ? raw : [raw]
  if (given.length === 0 || given.length > mostCalls) return { refusal: refuse(null, -32_600, `1 to ${mostCalls} calls at once`) }
  const calls = given.map(readCall)
  if (calls.some((call) => call === null)) return { refusal: refuse(null, -32_600, 'not a call of JSON-RPC 2.0') }
  const known = calls as Call[]
  const bad = known.find(({ method }) => !allowed.has(method))
  if (bad !== undefined) {
    const message = `${bad.method.slice(0, 60)} is not for callers of this port; test USDC comes from npm run faucet`
    const refusals = known.map(({ id }) => refuse(id, -32_601, message))
    return { refusal: Array.isArray(raw) ? refusals : refusals[0]! }
  }
  return { calls: Array.isArray(raw) ? known : known[0]! }
}

function readCall(raw: unknown): Call | null {
  if (typeof raw !== 'object' || raw === null || Array.isArray(raw)) return null
  const { id = null, method, params = [] } = raw as Record<string, unknown>
  if (typeof method !== 'string' || !(id === null || typeof id === 'string' || typeof id === 'number')) return null
  return { jsonrpc: '2.0', id, method, params }
}

const refuse = (id: Refusal['id'], code: number, message: string): Refusal => ({ jsonrpc: '2.0', id, error: { code, message } })
