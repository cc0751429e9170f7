import { longDate } from '#shared/dates.ts'
import type { Lot } from './certificate.ts'

type Certificate = Omit<Lot, 'product' | 'tests'> & { readonly product_name: string }

/** Shown with results that no laboratory has found. */
export const sampleNote = 'This is a sample: its results are invented.'

/** What a certificate says besides its tests. */
export const certificateFacts = (certificate: Certificate): readonly { label: string; value: string }[] => [
  { label: 'Product', value: `${certificate.product_name}, ${certificate.contents}` },
  { label: 'Lot', value: certificate.lot },
  { label: 'Made', value: longDate(certificate.made_on) },
  { label: 'Best before', value: longDate(certificate.best_before) },
  { label: 'Tested', value: longDate(certificate.tested_on) },
  { label: 'Released', value: longDate(certificate.released_on) },
  {
    label: 'Laboratory',
    value: `${certificate.laboratory.name} (${certificate.laboratory.accreditation})`,
  },
]
