import { parseArgs } from 'node:util'
import { printLabel } from '#order/server/order-labels.ts'
import { labelFormats } from '#shipment/server/carrier.ts'
import { OperatorRefusal } from './operator-command.ts'
import type { OperatorCommand } from './operator-command.ts'
import { writeOwnFile } from './own-file.ts'

/** Labels, for the printer. */
export const labelCommand: OperatorCommand = {
  name: 'label',
  usages: [
    [
      '<order number or shipment> [--format pdf|zpl] [--file <file>]',
      'writes the label of a packed shipment into a file; buys it first when it has none',
    ],
  ],
  run: async ({ print, shop }, args) => {
    const text = { type: 'string' } as const
    const options = { format: text, file: text }
    const { positionals, values } = parseArgs({ args: [...args], allowPositionals: true, options })
    const [named, ...rest] = positionals
    if (named === undefined || rest.length > 0)
      throw new OperatorRefusal('Give one order number or shipment.')
    const format = labelFormats.find((one) => one === (values.format ?? 'pdf'))
    if (!format)
      throw new OperatorRefusal(`${values.format ?? ''} is not a format; use ${labelFormats.join(' or ')}.`)
    const { services } = await shop()
    const { order, bytes } = await printLabel(services, named, format)
    const file = values.file ?? `label-${order}.${format}`
    await writeOwnFile(file, bytes)
    print(`Order ${order}: the label is in ${file}.`)
  },
}
