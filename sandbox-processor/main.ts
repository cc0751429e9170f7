import { realMachine } from '../sandbox-base/machine.ts'
import { runSandbox } from '../sandbox-base/run-process.ts'
import { webhookSender } from '../sandbox-base/webhook-sender.ts'
import { startSandbox } from './sandbox.ts'
import { readSettings, signatureHeader } from './settings.ts'

await runSandbox({
  name: 'sandbox processor',
  portVariable: 'SANDBOX_PORT',
  start: async () => {
    const settings = readSettings(process.env)
    const { webhookUrl } = settings
    const send = webhookUrl === null ? null : webhookSender(webhookUrl, signatureHeader)
    return startSandbox(settings, realMachine, send)
  },
})
