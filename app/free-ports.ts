// Asks before anything starts whether the ports are to be had: nobody should wait for a database to be told of a taken one.
import { createServer } from 'node:net'
import { TollgateError } from '../base/errors.ts'

export interface WantedPort {
  /** The setting that chooses it. */
  readonly name: string
  readonly host: string
  readonly port: number
}

/** Throws config_invalid where one of them is taken or not ours to take. */
export async function checkPorts(wanted: readonly WantedPort[]): Promise<void> {
  const problems = (await Promise.all(wanted.map(problemOf))).filter((problem) => problem !== null)
  if (problems.length > 0) throw new TollgateError('config_invalid', problems.join('\n'))
}

async function problemOf({ name, host, port }: WantedPort): Promise<string | null> {
  const server = createServer()
  try {
    await new Promise<void>((listening, failed) => {
      server.once('error', failed)
      server.listen({ host, port, exclusive: true }, listening)
    })
    await new Promise<void>((closed) => server.close(() => closed()))
    return null
  } catch (error) {
    const { code = 'unknown reason' } = error as NodeJS.ErrnoException
    if (code === 'EADDRINUSE') return `Port ${port} on ${host} is taken; stop what listens there, or set ${name} to another.`
    if (code === 'EACCES') return `Port ${port} on ${host} may not be listened on by this user; set ${name} to one above 1023.`
    return `${host} is no address of this machine that can be listened on (${code}); set HOST to one that is.`
  }
}
