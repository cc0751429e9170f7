import { createDeliveryRecords } from '../sandbox-base/delivery-records.ts'
import { createDeliveries, type SendWebhook } from '../sandbox-base/deliveries.ts'
import type { Machine } from '../sandbox-base/machine.ts'
import { requestListener, startServer, type OpenSandbox, type Sandbox } from '../sandbox-base/server.ts'
import { createWriter, openDatabase } from '../sandbox-base/sqlite.ts'
import { apiRoutes, type ApiTools } from './api.ts'
import { createChargeRecords } from './charge-records.ts'
import { createClosedKeys, createRefundRecords } from './key-records.ts'
import { pageRoutes, sendRefusedPage } from './pages.ts'
import { schema } from './schema.ts'
import type { SandboxSettings } from './settings.ts'
import { createWalletRecords } from './wallet-records.ts'

/** Opens the data file. `publicUrl` is read when a page's URL is needed. */
export const openProcessor = (
  settings: SandboxSettings,
  machine: Machine,
  send: SendWebhook | null,
  publicUrl: () => string,
): OpenSandbox => {
  const database = openDatabase(settings.dataFile, schema, 'full')
  const notes = openDatabase(settings.dataFile, schema, 'normal')
  const { webhookSecret } = settings
  const tools: ApiTools = {
    settings,
    machine,
    publicUrl,
    write: createWriter(database),
    deliveries: createDeliveries({
      records: createDeliveryRecords(database, notes),
      machine,
      webhookSecret,
      send,
      afterLast: 'give up',
    }),
    records: createChargeRecords(database),
    closedKeys: createClosedKeys(database),
    refunds: createRefundRecords(database),
    wallet: createWalletRecords(database),
  }
  const close = (): void => {
    tools.deliveries.stop()
    notes.close()
    database.close()
  }
  const answer = requestListener({
    name: 'sandbox processor',
    routes: [...apiRoutes(tools), ...pageRoutes(tools)],
    refusedPage: (exchange, status, sentence) => sendRefusedPage(tools, exchange, status, sentence),
  })
  return { answer, deliver: tools.deliveries.kick, close }
}

/** Opens the data file and listens; webhooks left over from before go out at once. */
export const startSandbox = (
  settings: SandboxSettings,
  machine: Machine,
  sendWebhook: SendWebhook | null,
): Promise<Sandbox> =>
  startServer(settings, (publicUrl) => openProcessor(settings, machine, sendWebhook, publicUrl))
