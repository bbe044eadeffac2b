// Calls a gateway for a command, and where nobody answers says who was asked, why it failed and what to do.

/** No answer came; whether the request did is not known. */
export class NoAnswer extends Error {}

const meanings: Record<string, string> = {
  ECONNREFUSED: 'nothing listens there; start the gateway (npm start), or name the address that it printed',
  ENOTFOUND: 'no such host; is the name spelled right?',
  EAI_AGAIN: 'the name cannot be looked up at the moment',
  ECONNRESET: 'the connection was closed before the answer; is it a gateway, and http or https as it should be?',
  UND_ERR_SOCKET: 'the connection was closed before the answer; is it a gateway, and http or https as it should be?',
  ETIMEDOUT: 'no answer in time; does a firewall stand between?',
  UND_ERR_CONNECT_TIMEOUT: 'no answer in time; does a firewall stand between?',
  ERR_SSL_WRONG_VERSION_NUMBER: 'it does not speak TLS; use http instead of https',
}

export async function callGateway(url: string, init: RequestInit = {}): Promise<Response> {
  try {
    return await fetch(url, init)
  } catch (error) {
    const { cause } = error as { cause?: { code?: string; message?: string } }
    const code = cause?.code ?? ''
    const said = meanings[code] ?? cause?.message ?? (error as Error).message
    throw new NoAnswer(`no answer from ${new URL(url).origin}${code === '' ? '' : ` (${code})`}: ${said}`, { cause: error })
  }
}
