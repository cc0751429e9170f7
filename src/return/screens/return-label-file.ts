import type { LoaderFunctionArgs } from 'react-router'
import { fileReply, keyIn } from '#invoice/screens/invoice-file.ts'
import { shopContext } from '#web/request/shop-context.ts'
import { viewReturnLabel } from '../endpoints.ts'

/** The label of a return as PDF, with its key. */
export const loader = async ({ context, request }: LoaderFunctionArgs) =>
  fileReply(await context.get(shopContext).call(viewReturnLabel, { key: keyIn(request) }))
