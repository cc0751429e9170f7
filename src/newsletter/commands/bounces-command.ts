import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import { readReturnedMail, recordDeliveryReport } from '../server/suppressions.ts'
import { OperatorRefusal } from '#platform/command-line/operator-command.ts'
import type { OperatorCommand } from '#platform/command-line/operator-command.ts'

const results = {
  recorded: 'recorded',
  known: 'recorded before',
  nobody: 'about nobody that the shop knows',
} as const

const readMail = (file: string): Promise<string> =>
  file === '-'
    ? text(createReadStream('', { fd: 0 }))
    : readFile(resolve(file), 'utf8').catch(() => {
        throw new OperatorRefusal(`There is no file ${file}.`)
      })

/** Mails that came back to the bounce address: delivery reports (RFC 3464) and complaints (RFC 5965). */
export const bouncesCommand: OperatorCommand = {
  name: 'bounces',
  usages: [
    [
      '<file>…',
      'records what mails of the bounce mailbox report, one mail a file; - reads one from the input',
    ],
  ],
  run: async ({ shop, print }, files) => {
    if (files.length === 0) throw new OperatorRefusal('Give a file, or - for the input.')
    const { deps } = await shop()
    for (const file of files) {
      const reports = await readReturnedMail(await readMail(file))
      if (reports.length === 0) print(`${file}: no report of a bounce or a complaint`)
      for (const report of reports)
        print(
          `${file}: ${report.kind}, ${results[await recordDeliveryReport(deps, report, 'bounce mailbox')]}`,
        )
    }
  },
}
