// One Apache Kafka broker in KRaft mode on the local Java; its jars are copied once by Maven into a cache folder.
import { type ChildProcess, spawn } from 'node:child_process'
import { appendFileSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { Kafka, logLevel } from 'kafkajs'
import { freePort } from '../../../db/embedded/free-port.ts'
import { letEmptyQueuesRest } from '../../../db/log/kafka/restful-queue.ts'
import { endsWithUs } from '../ends-with-us.ts'
import { classesOf, copyJars, formatStore } from './java.ts'

/** A listener of TLS with a login, beside the open one that the broker itself uses. */
export interface SecuredListener {
  /** PEM: a private key (PKCS 8) and its certificate. */
  readonly key: string
  readonly certificate: string
  readonly username: string
  readonly password: string
}

export interface LocalBroker {
  /** Of the process that runs now. */
  pid(): number
  /** In the open. */
  readonly address: string
  /** With TLS and a login; empty where none was asked for. */
  readonly securedAddress: string
  /** kill -9, as a power cut would. */
  kill(): Promise<void>
  /** Starts the killed or stopped broker again on the same port with the same data. */
  restart(): Promise<void>
  stop(): Promise<void>
}

const startDeadlineMs = 120_000

/** `advertise` may put something between the broker and its clients: it is given the broker's port and returns the one to tell them. */
export async function startLocalBroker(
  advertise = async (port: number) => port,
  secured: SecuredListener | null = null,
): Promise<LocalBroker> {
  const jars = copyJars()
  const folder = mkdtempSync(join(tmpdir(), 'tollgate-kafka-'))
  const [port, controllerPort, securedPort] = [await freePort(), await freePort(), await freePort()]
  const settings = join(folder, 'server.properties')
  writeFileSync(settings, brokerSettings(folder, port, controllerPort, await advertise(port)))
  if (secured !== null) secure(settings, folder, port, securedPort, secured)
  // Whichever ports: the store does not know them.
  const alike = secured === null ? { alike: brokerSettings('', 0, 0, 0) } : { words: scramLogins(secured) }
  formatStore({ jars, settings, store: join(folder, 'data'), ...alike })
  const classes = classesOf(jars)
  const address = `127.0.0.1:${port}`
  const run = async (): Promise<ChildProcess> => {
    const log = openSync(join(folder, 'broker.log'), 'a')
    const flags = ['-Xmx512m', '-Xms128m', ...classes.flags, 'kafka.Kafka', settings]
    const child = spawn('java', flags, { stdio: ['ignore', log, log] })
    if (child.pid !== undefined) child.once('exit', endsWithUs(child.pid, 'KILL'))
    await untilReady(address, child, join(folder, 'broker.log'))
    return child
  }
  let child = await run()
  const end = async (signal: NodeJS.Signals) => {
    if (child.exitCode !== null || child.signalCode !== null) return
    const exited = new Promise((resolve) => child.once('exit', resolve))
    child.kill(signal)
    await exited
  }
  return {
    address,
    securedAddress: secured === null ? '' : `127.0.0.1:${securedPort}`,
    pid: () => child.pid!,
    kill: () => end('SIGKILL'),
    async restart() {
      await end('SIGTERM')
      child = await run()
    },
    async stop() {
      await end(classes.areKept ? 'SIGTERM' : 'SIGKILL')
      classes.keep()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function brokerSettings(folder: string, port: number, controllerPort: number, advertisedPort: number): string {
  return Object.entries({
    'process.roles': 'broker,controller',
    'node.id': 1,
    'controller.quorum.voters': `1@127.0.0.1:${controllerPort}`,
    listeners: `PLAINTEXT://127.0.0.1:${port},CONTROLLER://127.0.0.1:${controllerPort}`,
    'advertised.listeners': `PLAINTEXT://127.0.0.1:${advertisedPort}`,
    'controller.listener.names': 'CONTROLLER',
    'listener.security.protocol.map': 'PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT',
    'log.dirs': join(folder, 'data'),
    'offsets.topic.replication.factor': 1,
    'offsets.topic.num.partitions': 4,
    'transaction.state.log.replication.factor': 1,
    'transaction.state.log.min.isr': 1,
    'group.initial.rebalance.delay.ms': 0,
    'group.min.session.timeout.ms': 1000,
    'auto.create.topics.enable': false,
    'log.cleaner.backoff.ms': 500,
    'log.retention.check.interval.ms': 500,
  })
    .map(([name, value]) => `${name}=${value}\n`)
    .join('')
}

/** Later lines of the file stand above earlier ones. */
function secure(settings: string, folder: string, port: number, securedPort: number, o: SecuredListener): void {
  const keystore = join(folder, 'keystore.pem')
  writeFileSync(keystore, `${o.key.trim()}\n${o.certificate.trim()}\n`, { mode: 0o600 })
  const open = /^controller\.quorum\.voters=1@(.+)$/m.exec(readFileSync(settings, 'utf8'))![1]
  const login = 'org.apache.kafka.common.security'
  const lines = {
    listeners: `PLAINTEXT://127.0.0.1:${port},SECURED://127.0.0.1:${securedPort},CONTROLLER://${open}`,
    'advertised.listeners': `PLAINTEXT://127.0.0.1:${port},SECURED://127.0.0.1:${securedPort}`,
    'inter.broker.listener.name': 'PLAINTEXT',
    'listener.security.protocol.map': 'PLAINTEXT:PLAINTEXT,SECURED:SASL_SSL,CONTROLLER:PLAINTEXT',
    'ssl.keystore.type': 'PEM',
    'ssl.keystore.location': keystore,
    // Who is kept from nothing by name may do everything, and the broker itself always.
    'authorizer.class.name': 'org.apache.kafka.metadata.authorizer.StandardAuthorizer',
    'allow.everyone.if.no.acl.found': true,
    'super.users': 'User:ANONYMOUS',
    'sasl.enabled.mechanisms': 'PLAIN,SCRAM-SHA-256,SCRAM-SHA-512,OAUTHBEARER',
    'listener.name.secured.plain.sasl.jaas.config': `${login}.plain.PlainLoginModule required user_${o.username}="${o.password}";`,
    'listener.name.secured.scram-sha-256.sasl.jaas.config': `${login}.scram.ScramLoginModule required;`,
    'listener.name.secured.scram-sha-512.sasl.jaas.config': `${login}.scram.ScramLoginModule required;`,
    // Kafka's own handlers for tests: they take any token that is a JWT and in time, without a signature.
    'listener.name.secured.oauthbearer.sasl.jaas.config': `${login}.oauthbearer.OAuthBearerLoginModule required unsecuredLoginStringClaim_sub="broker";`,
  }
  appendFileSync(
    settings,
    Object.entries(lines)
      .map(([name, value]) => `${name}=${value}\n`)
      .join(''),
  )
}

const scramLogins = ({ username, password }: SecuredListener): string[] =>
  ['SCRAM-SHA-256', 'SCRAM-SHA-512'].flatMap((mechanism) => [
    '--add-scram',
    `${mechanism}=[name=${username},password=${password}]`,
  ])

async function untilReady(address: string, child: ChildProcess, log: string): Promise<void> {
  letEmptyQueuesRest()
  const admin = new Kafka({
    brokers: [address],
    logLevel: logLevel.NOTHING,
    retry: { retries: 0 },
    connectionTimeout: 1_000,
  }).admin()
  const deadline = Date.now() + startDeadlineMs
  while (Date.now() < deadline && child.exitCode === null) {
    try {
      await admin.connect()
      await admin.listTopics()
      return
    } catch {
      await wait(200) // still starting
    } finally {
      await admin.disconnect()
    }
  }
  throw new Error(`Kafka did not come up on ${address}:\n${readFileSync(log, 'utf8').slice(-2_000)}`)
}
