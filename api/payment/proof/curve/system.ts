// The curve by the system's own libsecp256k1: a quarter less time than by the package's.
import { createRequire } from 'node:module'
import { type Curve, uncompressedKey } from './port.ts'

type Call = (...args: unknown[]) => number
type Library = { func(definition: string): Call }

// Newest first; older ones are slower than the package's. What is called here is the same in all of them.
const names = [6, 5, 4, 3, 2, 1].map((version) => `libsecp256k1.so.${version}`)
const contextForVerifying = 0x101
const uncompressed = 2
const [compactBytes, digestBytes, publicKeyBytes] = [64, 32, 65]

/** Null where the system has no such library, or one that does not answer as it must. */
export function openSystemCurve(): Curve | null {
  if (process.platform !== 'linux') return null
  for (const name of names) {
    try {
      const curve = bind(name)
      if (isRight(curve)) return curve
    } catch {
      // not there, or without what is called
    }
  }
  return null
}

// The library ends the whole process over an argument that cannot be, and writes past what is too short: lengths are compared before
// each call, what is written to is of the length that its header names, and no key is used that it has not read as a point itself.
function bind(name: string): Curve {
  const { load } = createRequire(import.meta.url)('koffi') as { load(name: string): Library }
  const library = load(name)
  const call = (result: string, called: string, args: string) => library.func(`${result} secp256k1_${called}(${args})`)
  const createContext = call('void *', 'context_create', 'unsigned int flags') as (flags: number) => unknown
  const readSignature = call('int', 'ecdsa_signature_parse_compact', 'const void *c, void *signature, const void *compact')
  const readKey = call('int', 'ec_pubkey_parse', 'const void *c, void *key, const void *bytes, size_t length')
  const verify = call('int', 'ecdsa_verify', 'const void *c, const void *signature, const void *digest, const void *key')
  const readRecoverable = call(
    'int',
    'ecdsa_recoverable_signature_parse_compact',
    'const void *c, void *signature, const void *compact, int recovery',
  )
  const recover = call('int', 'ecdsa_recover', 'const void *c, void *key, const void *signature, const void *digest')
  const writeKey = call(
    'int',
    'ec_pubkey_serialize',
    'const void *c, void *bytes, void *length, const void *key, unsigned int flags',
  )
  const context = createContext(contextForVerifying)
  // Used by one call at a time: none of them waits for anything.
  const [signature, recoverable, key] = [Buffer.alloc(64), Buffer.alloc(65), Buffer.alloc(64)]
  const length = new BigUint64Array(1)
  return {
    name: 'system',
    verify: (compact, digest, publicKey) =>
      isOf(compact, compactBytes) &&
      isOf(digest, digestBytes) &&
      isOf(publicKey, publicKeyBytes) &&
      publicKey[0] === uncompressedKey &&
      readSignature(context, signature, compact) === 1 &&
      readKey(context, key, publicKey, publicKeyBytes) === 1 &&
      verify(context, signature, digest, key) === 1,
    recover(compact, recovery, digest) {
      if (!isOf(compact, compactBytes) || !isOf(digest, digestBytes) || (recovery !== 0 && recovery !== 1)) return null
      if (readRecoverable(context, recoverable, compact, recovery) !== 1) return null
      if (recover(context, key, recoverable, digest) !== 1) return null
      const bytes = Buffer.alloc(publicKeyBytes)
      length[0] = BigInt(publicKeyBytes)
      return writeKey(context, bytes, length, key, uncompressed) === 1 ? bytes : null
    },
  }
}

const known = {
  digest: Buffer.from('57aada2d254e4d464eedb64c6233564ba74df7f84cdf28858d9ac272ff9998bd', 'hex'),
  compact: Buffer.from(
    '22fce31d6500f5e63d0cd413a92c8451acb756320c55b784be2c558228a3fba461aeacbceb39c1fb831aae761c4c29b4cc93b72de5b283515edb6def52bd7328',
    'hex',
  ),
  publicKey: Buffer.from(
    '04cd2617b50d6739448494648f1ee5909731bab1f292640d05545d039f3645ce8943a5f59f2c08719b641c40410d5a2171eac58105d5fa5e98c66071eac0810753',
    'hex',
  ),
}

// Whatever goes by that name, payments are believed by it: it shows first that it tells a signature from none.
function isRight({ verify, recover }: Curve): boolean {
  const { digest, compact, publicKey } = known
  const other = Buffer.from(digest).fill(1, 31)
  return (
    verify(compact, digest, publicKey) &&
    !verify(compact, other, publicKey) &&
    publicKey.equals(recover(compact, 0, digest) ?? other) &&
    !publicKey.equals(recover(compact, 1, digest) ?? publicKey)
  )
}

function isOf(bytes: Uint8Array, length: number): boolean {
  return bytes instanceof Uint8Array && bytes.byteLength === length
}
