// What `npm start -- --help` says.
export const startHelp = `usage: npm start

Starts the gateway and runs until Ctrl-C or SIGTERM, which drain it within 10 seconds. It takes no words: the environment says what
runs. With nothing set that is everything in one process, in the demo world, on http://127.0.0.1:8402.

  PORT=9000 npm start                      listens elsewhere
  DATA_DIR=/srv/tollgate npm start         keeps its database and caches there
  ROLE=api DATABASE_URL=postgres://… npm start
                                           one part of several: ingest, process or api
  WORLD=live PAY_TO=0x… npm start          real upstreams and real payments

Every variable is in docs/configuration.md. Exit codes: 0 stopped, 1 a part failed, 2 a setting is wrong.`
