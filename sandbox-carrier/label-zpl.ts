import { addressLines } from './address-lines.ts'
import type { Label } from './label-records.ts'
import { requestOf } from './label-request.ts'
import { serviceOf } from './services.ts'

/** Text of a ZPL field: `^` and `~` begin commands, `_` begins a character by its code. */
const fieldText = (text: string): string =>
  text.replaceAll(/[\^~_]/g, (sign) => `_${sign.charCodeAt(0).toString(16).padStart(2, '0')}`)

const field = (x: number, y: number, size: number, text: string): string =>
  `^FO${x},${y}^A0N,${size},${size}^FH_^FD${fieldText(text)}^FS`

/** The label for a thermal printer: 4 by 6 inches at 203 dots per inch, in UTF-8. */
export const labelZpl = (label: Label): string => {
  const { service, weightGrams, reference, to } = requestOf(label)
  return [
    '^XA',
    '^CI28',
    '^PW812',
    '^LL1218',
    field(40, 40, 44, 'SANDBOX CARRIER - NO POSTAGE'),
    field(40, 100, 36, `${serviceOf(service)?.name ?? service}, ${weightGrams} g`),
    '^FO40,150^GB732,3,3^FS',
    ...addressLines(to).map((line, place) => field(40, 190 + place * 52, 42, line)),
    '^FO40,620^GB732,3,3^FS',
    `^FO80,680^BY3^BCN,240,N,N,N^FD${label.tracking}^FS`,
    field(80, 950, 44, label.tracking),
    field(40, 1_110, 32, reference),
    '^XZ',
    '',
  ].join('\n')
}
