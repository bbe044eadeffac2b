// Reads the index's JSON, which passes on titles as outlets wrote them: control characters and escapes that JSON does not have.
import { messageOf, TollgateError } from '../../../base/errors.ts'

export function readLooseJson(body: string): unknown {
  try {
    return JSON.parse(body) as unknown
  } catch {
    return readMended(body)
  }
}

function readMended(body: string): unknown {
  const mended = body
    .replaceAll(/\p{Cc}+/gu, ' ')
    .replaceAll(/\\(["\\/bfnrt]|u[0-9a-fA-F]{4})|\\/g, (whole, known: string | undefined) => (known === undefined ? '' : whole))
  try {
    return JSON.parse(mended) as unknown
  } catch (error) {
    throw new TollgateError('upstream_changed', `GDELT DOC sent broken JSON: ${messageOf(error)}`, { cause: error })
  }
}
