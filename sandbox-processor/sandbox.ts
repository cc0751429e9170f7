import type { DatabaseSync } from 'node:sqlite'
import { createDeliveryRecords } from '../sandbox-base/delivery-records.ts'
import { createDeliveries, type SendWebhook } from '../sandbox-base/deliveries.ts'
import { createMovedClock } from '../sandbox-base/moved-clock.ts'
import type { Machine } from '../sandbox-base/machine.ts'
import { requestListener, startServer, type OpenSandbox, type Sandbox } from '../sandbox-base/server.ts'
import { createWriter, openDatabase } from '../sandbox-base/sqlite.ts'
import { createAftermaths } from './aftermath.ts'
import { createAftermathRecords } from './aftermath-records.ts'
import { apiRoutes, type ApiDeps } from './api.ts'
import { balanceRoutes } from './balance-api.ts'
import { createBalanceRecords } from './balance.ts'
import { createChargeRecords } from './charge-records.ts'
import type { ChargeDeps } from './charges.ts'
import { createDisputeRecords } from './dispute-records.ts'
import { createClosedKeys, createRefundRecords } from './key-records.ts'
import { pageRoutes, sendRefusedPage } from './pages.ts'
import { schema } from './schema.ts'
import type { SandboxSettings } from './settings.ts'
import { walletRoutes } from './wallet-pages.ts'
import { createWalletRecords } from './wallet-records.ts'

interface DataFile {
  readonly database: DatabaseSync
  readonly notes: DatabaseSync
}

const openRecords = (
  { webhookSecret, fee }: SandboxSettings,
  machine: Machine,
  send: SendWebhook | null,
  { database, notes }: DataFile,
): ChargeDeps => ({
  machine,
  clock: createMovedClock(database, machine),
  write: createWriter(database),
  deliveries: createDeliveries({
    records: createDeliveryRecords(database, notes),
    machine,
    webhookSecret,
    signedSender: null,
    send,
    afterLast: 'give up',
  }),
  records: createChargeRecords(database),
  closedKeys: createClosedKeys(database),
  refunds: createRefundRecords(database),
  wallet: createWalletRecords(database),
  disputes: createDisputeRecords(database),
  aftermath: createAftermathRecords(database),
  balance: createBalanceRecords(database),
  fee,
})

/** Opens the data file. `publicUrl` is read when a page's URL is needed. */
export const openProcessor = (
  settings: SandboxSettings,
  machine: Machine,
  send: SendWebhook | null,
  publicUrl: () => string,
): OpenSandbox => {
  const database = openDatabase(settings.dataFile, schema, 'full')
  const notes = openDatabase(settings.dataFile, schema, 'normal')
  const chargeTools = openRecords(settings, machine, send, { database, notes })
  const aftermaths = createAftermaths(chargeTools)
  const deps: ApiDeps = { ...chargeTools, settings, publicUrl, aftermaths }
  const close = (): void => {
    aftermaths.stop()
    deps.deliveries.stop()
    notes.close()
    database.close()
  }
  const answer = requestListener({
    name: 'sandbox processor',
    routes: [...apiRoutes(deps), ...balanceRoutes(deps), ...pageRoutes(deps), ...walletRoutes(deps)],
    refusedPage: (exchange, status, sentence) => sendRefusedPage(deps, exchange, status, sentence),
  })
  const deliver = async (): Promise<void> => {
    await aftermaths.goOn()
  }
  return { answer, deliver, close }
}

/** Opens the data file and listens; webhooks left over from before go out at once. */
export const startSandbox = (
  settings: SandboxSettings,
  machine: Machine,
  sendWebhook: SendWebhook | null,
): Promise<Sandbox> =>
  startServer(settings, (publicUrl) => openProcessor(settings, machine, sendWebhook, publicUrl))
