// Tells Docker whether this container does its work: the API's /health where there is an API, else that its engines can be reached.
import { readFileSync } from 'node:fs'
import { connect } from 'node:net'

const answerWithinMs = 2_500
const { ROLE = 'all', PORT = '8402' } = process.env
const [DATABASE_URL, KAFKA_BROKERS] = ['DATABASE_URL', 'KAFKA_BROKERS'].map(setting)

const healthy = ROLE === 'all' || ROLE === 'api' ? await apiAnswers() : await enginesListen()
process.exit(healthy ? 0 : 1)

async function apiAnswers() {
  const answer = await fetch(`http://127.0.0.1:${PORT}/health`, { signal: AbortSignal.timeout(answerWithinMs) }).catch(() => null)
  return answer?.ok === true
}

// A role without a port of its own cannot be asked; without its database or a broker it does nothing, whatever the process says.
async function enginesListen() {
  const database = DATABASE_URL ? await listens(new URL(DATABASE_URL).hostname, new URL(DATABASE_URL).port || 5432) : true
  const brokers = (KAFKA_BROKERS ?? '').split(',').filter((broker) => broker !== '')
  const reached = await Promise.all(brokers.map((broker) => listens(...broker.trim().split(':'))))
  return database && (reached.length === 0 || reached.includes(true))
}

// As the program itself reads them.
function setting(name) {
  const file = process.env[`${name}_FILE`]
  return process.env[name] || (file ? readFileSync(file, 'utf8').trim() : undefined)
}

function listens(host, port) {
  return new Promise((resolve) => {
    const socket = connect({ host, port: Number(port), timeout: answerWithinMs })
    socket.once('connect', () => resolve(true))
    socket.once('timeout', () => resolve(false))
    socket.once('error', () => resolve(false))
  })
}
