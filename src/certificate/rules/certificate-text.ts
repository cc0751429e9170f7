import { longDate } from '#shared/dates.ts'
import type { Locale } from '#shared/locale.ts'
import { certificatesMessages } from '../messages/certificates-messages.ts'
import type { Lot } from './certificate.ts'

type Certificate = Omit<Lot, 'product' | 'tests'> & { readonly product_name: string }

/** What a certificate says besides its tests. */
export const certificateFacts = (
  certificate: Certificate,
  locale: Locale,
): readonly { label: string; value: string }[] => {
  const t = certificatesMessages.in(locale)
  const { product_name: product, contents, laboratory } = certificate
  return [
    { label: t('product'), value: t('contentsOf', { product, contents }) },
    { label: t('lot'), value: certificate.lot },
    { label: t('made'), value: longDate(certificate.made_on, locale) },
    { label: t('bestBefore'), value: longDate(certificate.best_before, locale) },
    { label: t('tested'), value: longDate(certificate.tested_on, locale) },
    { label: t('released'), value: longDate(certificate.released_on, locale) },
    { label: t('laboratory'), value: `${laboratory.name} (${laboratory.accreditation})` },
  ]
}
