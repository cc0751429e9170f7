import { productNamesOf } from '#catalogue/server/plans.ts'
import type { AppDeps } from '#platform/app-deps.ts'
import { routes } from '#platform/route.ts'
import type { HandlersFor, Route } from '#platform/route.ts'
import { ShopError } from '#shared/errors.ts'
import * as endpoints from '../endpoints.ts'
import type { Certificate } from '../endpoints.ts'
import type { Lot } from '../rules/certificate.ts'
import { drawCertificate } from './draw-certificate.ts'

const handlersFor = (deps: AppDeps, lots: readonly Lot[]): HandlersFor<typeof endpoints> => {
  const byNumber = new Map(lots.map((lot) => [lot.lot, lot]))
  const newestFirst = [...byNumber.values()].toSorted((a, b) => (a.made_on < b.made_on ? 1 : -1))
  const find = async (number: string): Promise<Certificate> => {
    const found = byNumber.get(number)
    if (!found) throw new ShopError('NOT_FOUND')
    const { product, ...lot } = found
    const nameOf = await productNamesOf(deps)
    return { ...lot, product_name: nameOf(product) }
  }
  return {
    listLots: async () => {
      const nameOf = await productNamesOf(deps)
      const lotOf = ({ lot, product, contents, made_on }: Lot) => ({
        lot,
        product_name: nameOf(product),
        contents,
        made_on,
      })
      return { lots: newestFirst.map(lotOf) }
    },
    viewCertificate: async (_context, { lot }) => find(lot),
    viewCertificatePdf: async (_context, { lot }) => {
      const certificate = await find(lot)
      const pdf = await drawCertificate(certificate)
      return { file_name: `certificate-${certificate.lot}.pdf`, pdf: pdf.toString('base64') }
    },
  }
}

/** The endpoints of certificates, for the lots of the content file. */
export const certificateRoutes = (deps: AppDeps, lots: readonly Lot[]): readonly Route[] =>
  routes(endpoints, handlersFor(deps, lots))
