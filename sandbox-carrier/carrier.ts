import { createDeliveryRecords } from '../sandbox-base/delivery-records.ts'
import { createDeliveries, type SendWebhook } from '../sandbox-base/deliveries.ts'
import type { Machine } from '../sandbox-base/machine.ts'
import { requestListener, startServer, type OpenSandbox, type Sandbox } from '../sandbox-base/server.ts'
import { createWriter, openDatabase } from '../sandbox-base/sqlite.ts'
import { apiRoutes, type ApiDeps } from './api.ts'
import { createMovedClock } from '../sandbox-base/moved-clock.ts'
import { createJourneys } from './journey.ts'
import { createLabelRecords } from './label-records.ts'
import { pageRoutes, sendRefusedPage } from './pages.ts'
import { schema } from './schema.ts'
import { carrierName, type CarrierSettings } from './settings.ts'
import { createStepRecords } from './step-records.ts'

/** Opens the data file. `publicUrl` is read when a page's URL is needed. */
export const openCarrier = (
  settings: CarrierSettings,
  machine: Machine,
  send: SendWebhook | null,
  publicUrl: () => string,
): OpenSandbox => {
  const database = openDatabase(settings.dataFile, schema, 'full')
  const notes = openDatabase(settings.dataFile, schema, 'normal')
  const sending = { machine, webhookSecret: settings.webhookSecret, signedSender: carrierName }
  const records = createDeliveryRecords(database, notes)
  const journeyTools = {
    settings,
    machine,
    clock: createMovedClock(database, machine),
    write: createWriter(database),
    labels: createLabelRecords(database),
    steps: createStepRecords(database),
    deliveries: createDeliveries({ ...sending, records, send, afterLast: 'go on' }),
  }
  const deps: ApiDeps = { ...journeyTools, publicUrl, journeys: createJourneys(journeyTools) }
  const close = (): void => {
    deps.journeys.stop()
    deps.deliveries.stop()
    notes.close()
    database.close()
  }
  const answer = requestListener({
    name: 'sandbox carrier',
    routes: [...apiRoutes(deps), ...pageRoutes(deps)],
    refusedPage: sendRefusedPage,
  })
  const deliver = async (): Promise<void> => {
    await deps.journeys.goOn()
  }
  return { answer, deliver, close }
}

/** Opens the data file and listens; webhooks left over from before go out at once. */
export const startCarrier = (
  settings: CarrierSettings,
  machine: Machine,
  sendWebhook: SendWebhook | null,
): Promise<Sandbox> =>
  startServer(settings, (publicUrl) => openCarrier(settings, machine, sendWebhook, publicUrl))
