// Tells Docker whether this container can do its work: /readyz of its role, which fails as well where nothing moves any more.
const answerWithinMs = 4_000
const { ROLE = 'all', PORT = '8402', METRICS_PORT = '0' } = process.env
const hasApi = ROLE === 'all' || ROLE === 'api'
const port = METRICS_PORT === '0' || METRICS_PORT === '' ? (hasApi ? PORT : null) : METRICS_PORT

process.exit(await isReady())

async function isReady() {
  if (port === null) return fail(`ROLE=${ROLE} has no port to be asked on: set METRICS_PORT`)
  try {
    const answer = await fetch(`http://127.0.0.1:${port}/readyz`, { signal: AbortSignal.timeout(answerWithinMs) })
    return answer.ok ? 0 : fail(await answer.text())
  } catch (error) {
    return fail(`nothing answers on port ${port}: ${error.message}`)
  }
}

// What `docker inspect` shows.
function fail(why) {
  process.stderr.write(`${why}\n`)
  return 1
}
