// Tells Docker whether this container does its work: the API's /health where there is an API, else that the process lives.
const { ROLE = 'all', PORT = '8402' } = process.env

if (ROLE === 'all' || ROLE === 'api') {
  const answer = await fetch(`http://127.0.0.1:${PORT}/health`, { signal: AbortSignal.timeout(2_500) }).catch(() => null)
  process.exitCode = answer?.ok ? 0 : 1
}
