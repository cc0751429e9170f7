import type { LoaderFunctionArgs } from 'react-router'
import { useLoaderData } from 'react-router'
import { shopContext } from '#web/request/shop-context.ts'
import { brand } from '#shared/brand.ts'
import layout from '#ui/layout.module.css'
import { PageHead } from '#ui/page-head.tsx'
import text from '#ui/text.module.css'
import { viewInvoiceByKey } from '../endpoints.ts'
import { InvoiceHeading, InvoiceSheet, invoiceTitle } from './invoice-sheet.tsx'
import { keyIn } from './invoice-file.ts'

export const loader = ({ context, request }: LoaderFunctionArgs) =>
  context.get(shopContext).call(viewInvoiceByKey, { key: keyIn(request) })

/** A document with its key: from a mail, or after a guest look-up. */
const KeyedInvoicePage = () => {
  const invoice = useLoaderData<typeof loader>()
  return (
    <div className={layout.page}>
      <PageHead title={`${invoiceTitle(invoice)} | ${brand.name}`} unlisted />
      <h1 className={text.d2}>
        <InvoiceHeading invoice={invoice} />
      </h1>
      <InvoiceSheet invoice={invoice} fileHref={`/invoice.pdf?key=${invoice.key}`} />
    </div>
  )
}

export default KeyedInvoicePage
