import { productNamesOf } from '#catalogue/server/plans.ts'
import type { AppDeps } from '#platform/app-deps.ts'
import { routes } from '#platform/route.ts'
import type { HandlersFor, Route } from '#platform/route.ts'
import { ShopError } from '#shared/errors.ts'
import type { Locale } from '#shared/locale.ts'
import * as endpoints from '../endpoints.ts'
import type { Certificate } from '../endpoints.ts'
import { drawCertificate } from './draw-certificate.ts'
import type { Lots } from './lot-file.ts'

const handlersFor = (deps: AppDeps, lots: Lots): HandlersFor<typeof endpoints> => {
  const find = async (locale: Locale, number: string): Promise<Certificate> => {
    const found = lots(locale).find(({ lot }) => lot === number)
    if (!found) throw new ShopError('NOT_FOUND')
    const { product, ...lot } = found
    const nameOf = await productNamesOf(deps)
    return { ...lot, product_name: nameOf(product) }
  }
  return {
    listLots: async ({ locale }) => {
      const nameOf = await productNamesOf(deps)
      const newestFirst = lots(locale).toSorted((a, b) => (a.made_on < b.made_on ? 1 : -1))
      return {
        lots: newestFirst.map(({ lot, product, contents, made_on }) => ({
          lot,
          product_name: nameOf(product),
          contents,
          made_on,
        })),
      }
    },
    viewCertificate: async ({ locale }, { lot }) => find(locale, lot),
    viewCertificatePdf: async ({ locale }, { lot }) => {
      const certificate = await find(locale, lot)
      const pdf = await drawCertificate(certificate, locale)
      return { file_name: `certificate-${certificate.lot}.pdf`, pdf: pdf.toString('base64') }
    },
  }
}

/** The endpoints of certificates, for the lots of the content file. */
export const certificateRoutes = (deps: AppDeps, lots: Lots): readonly Route[] =>
  routes(endpoints, handlersFor(deps, lots))
