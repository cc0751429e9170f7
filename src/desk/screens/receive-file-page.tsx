import { redirect, useActionData, useLoaderData } from 'react-router'
import type { ActionFunctionArgs, LoaderFunctionArgs } from 'react-router'
import { postedForm } from '../../web/request/posted-form.ts'
import { shopContext } from '../../web/request/shop-context.ts'
import { receiveDeskFile } from '../stock-endpoints.ts'
import { ActionButton } from './parts/action.tsx'
import { DeskHead } from './parts/desk-head.tsx'
import { Entry, Fields } from './parts/entry.tsx'
import { Body } from './parts/layout.tsx'
import { fieldErrors, refusalIn } from './parts/refusal.ts'
import { DeskNote } from './parts/section.tsx'

export const loader = async ({ context }: LoaderFunctionArgs) => ({
  title: 'Receive from a file',
  requestId: context.get(shopContext).requestId,
})

/** Receives every row of the file, or none of it. */
export const action = async ({ context, request }: ActionFunctionArgs) => {
  const form = await postedForm(request)
  const [file, id] = [form.get('file'), form.get('request_id')]
  const chosen = file instanceof File ? file : new File([], '')
  try {
    await context.get(shopContext).call(receiveDeskFile, {
      request_id: typeof id === 'string' ? id : '',
      file: new Uint8Array(await chosen.arrayBuffer()).toBase64(),
    })
  } catch (thrown) {
    return { refusal: refusalIn(thrown), errors: fieldErrors(thrown) }
  }
  throw redirect('/desk/stock', 303)
}

/** Where a file of received units is chosen. */
const ReceiveFilePage = () => {
  const { requestId } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  return (
    <>
      <DeskHead
        crumb={<a href="/desk/stock">Stock</a>}
        title="Receive from a file"
        sub="Every row is received, or none of them. A row that cannot be received is named by its line."
      />
      <Body>
        {answer ? (
          <DeskNote kind="danger" isAnswer>
            <p>{answer.refusal}</p>
          </DeskNote>
        ) : null}
        <form method="post" encType="multipart/form-data">
          <input type="hidden" name="request_id" value={requestId} />
          <Fields>
            <Entry
              label="CSV file"
              name="file"
              type="file"
              accept=".csv,text/csv"
              required
              error={answer?.errors.get('file')}
              hint="Columns: product, units; also lot, best_before (such as 2028-03-08) and note. UTF-8, at most 1 MB and 1,000 rows."
            />
            <p>
              <ActionButton kind="primary">Receive all rows</ActionButton>
            </p>
          </Fields>
        </form>
      </Body>
    </>
  )
}

export default ReceiveFilePage
