import type { LoaderFunctionArgs } from 'react-router'
import { fileReply } from '#invoice/screens/invoice-file.ts'
import { shopContext } from '#web/request/shop-context.ts'
import { viewCertificatePdf } from '../endpoints.ts'

/** The certificate of a lot as PDF. */
export const loader = async ({ context, url }: LoaderFunctionArgs) =>
  fileReply(
    await context.get(shopContext).call(viewCertificatePdf, { lot: url.searchParams.get('lot') ?? '' }),
  )
