import { productNames } from '#catalogue/rules/product.ts'
import { routes } from '#platform/route.ts'
import type { HandlersFor, Route } from '#platform/route.ts'
import { ShopError } from '#shared/errors.ts'
import * as endpoints from '../endpoints.ts'
import type { Certificate } from '../endpoints.ts'
import type { Lot } from '../rules/certificate.ts'
import { drawCertificate } from './draw-certificate.ts'

const wireCertificate = ({ product, ...lot }: Lot): Certificate => ({
  ...lot,
  product_name: productNames[product],
})

const handlersFor = (lots: readonly Lot[]): HandlersFor<typeof endpoints> => {
  const byNumber = new Map(lots.map((lot) => [lot.lot, wireCertificate(lot)]))
  const newestFirst = [...byNumber.values()].toSorted((a, b) => (a.made_on < b.made_on ? 1 : -1))
  const listed = newestFirst.map(({ lot, product_name, contents, made_on }) => ({
    lot,
    product_name,
    contents,
    made_on,
  }))
  const find = (number: string): Certificate => {
    const found = byNumber.get(number)
    if (!found) throw new ShopError('NOT_FOUND')
    return found
  }
  return {
    listLots: async () => ({ lots: listed }),
    viewCertificate: async (_context, { lot }) => find(lot),
    viewCertificatePdf: async (_context, { lot }) => {
      const certificate = find(lot)
      const pdf = await drawCertificate(certificate)
      return { file_name: `certificate-${certificate.lot}.pdf`, pdf: pdf.toString('base64') }
    },
  }
}

/** The endpoints of certificates, for the lots of the content file. */
export const certificateRoutes = (lots: readonly Lot[]): readonly Route[] =>
  routes(endpoints, handlersFor(lots))
