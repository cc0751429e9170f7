import { realMachine } from '../sandbox-base/machine.ts'
import { runSandbox } from '../sandbox-base/run-process.ts'
import { webhookSender } from '../sandbox-base/webhook-sender.ts'
import { startCarrier } from './carrier.ts'
import { readSettings, signatureHeader } from './settings.ts'

await runSandbox({
  name: 'sandbox carrier',
  portVariable: 'CARRIER_PORT',
  start: async () => {
    const settings = readSettings(process.env)
    const { webhookUrl } = settings
    const send = webhookUrl === null ? null : webhookSender(webhookUrl, signatureHeader)
    return startCarrier(settings, realMachine, send)
  },
})
