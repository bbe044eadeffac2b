// A gate over ports that a test makes up: no server, no database, no chain.
import { noDeferredWrites } from '../../../api/payment/gate/deferred-writes.ts'
import { createGate, type Gate, type GateDeps } from '../../../api/payment/gate/index.ts'
import { checksHere } from '../../../api/payment/proof/signature-checks.ts'
import { prepareRoute } from '../../../api/payment/terms/challenge.ts'
import { systemClock } from '../../../base/clock.ts'
import type { PaymentStore } from '../../../db/payments/store.ts'
import { quiet } from '../quiet.ts'
import { createFakeChain } from './fake-chain.ts'
import { paidRoutes } from './routes.ts'
import { testConfig } from './settings.ts'
import { currentPayment, type Signed } from './sign.ts'

type Ports = Partial<Omit<GateDeps, 'store' | 'facilitator'>> & {
  readonly store: Partial<PaymentStore>
  readonly facilitator: Partial<GateDeps['facilitator']>
}

export function openBareGate({ store, facilitator, ...others }: Ports): Gate {
  const chain = createFakeChain(
    () => 9,
    async () => undefined,
  )
  return createGate({
    chain,
    config: testConfig('unit'),
    logger: quiet,
    clock: systemClock,
    svm: null,
    signatures: checksHere,
    deferred: noDeferredWrites,
    signers: new Set<string>(),
    usedSignIns: { take: async () => true },
    ...others,
    store: store as PaymentStore,
    facilitator: { ...chain, ...facilitator },
  })
}

export function admitTo(gate: Gate, signed: Signed, sold: 'rates' | 'risk' = 'rates') {
  const { path } = paidRoutes[sold]
  return gate.admit({
    prepared: prepareRoute(paidRoutes[sold], testConfig('unit'), null),
    resource: `http://api.test${path}`,
    shape: { method: 'GET', host: 'api.test', path, query: '', body: undefined },
    headers: currentPayment(signed),
  })
}
