import type { LoaderFunctionArgs } from 'react-router'
import { useLoaderData } from 'react-router'
import { AccountFrame } from '#account/screens/account-frame.tsx'
import { shopContext } from '#web/request/shop-context.ts'
import { viewInvoice } from '../endpoints.ts'
import { InvoiceHeading, InvoiceSheet, invoiceTitle } from './invoice-sheet.tsx'

export const loader = ({ context, params }: LoaderFunctionArgs) =>
  context.get(shopContext).call(viewInvoice, { id: params['number'] ?? '' })

/** The invoice of a member's order. */
const OrderInvoicePage = () => {
  const invoice = useLoaderData<typeof loader>()
  return (
    <AccountFrame at="orders" title={invoiceTitle(invoice)} heading={<InvoiceHeading invoice={invoice} />}>
      <InvoiceSheet invoice={invoice} fileHref={`/account/orders/${invoice.order_number}/invoice.pdf`} />
    </AccountFrame>
  )
}

export default OrderInvoicePage
