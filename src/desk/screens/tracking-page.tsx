import { redirect, useActionData } from 'react-router'
import type { ActionFunctionArgs } from 'react-router'
import { postedForm } from '../../web/request/posted-form.ts'
import { shopContext } from '../../web/request/shop-context.ts'
import { uploadDeskTracking } from '../tracking-endpoints.ts'
import { ActionButton } from './parts/action.tsx'
import { DeskHead } from './parts/desk-head.tsx'
import { Entry, Fields } from './parts/entry.tsx'
import { Body } from './parts/layout.tsx'
import { fieldErrors, refusalIn } from './parts/refusal.ts'
import { DeskNote } from './parts/section.tsx'

export const loader = async () => ({ title: 'Tracking from a file' })

/** Reads the file, and leads to what its rows would do. */
export const action = async ({ context, request }: ActionFunctionArgs) => {
  const file = (await postedForm(request)).get('file')
  const chosen = file instanceof File ? file : new File([], '')
  let id = ''
  try {
    const read = {
      file_name: chosen.name.slice(0, 200),
      file: new Uint8Array(await chosen.arrayBuffer()).toBase64(),
    }
    ;({ id } = await context.get(shopContext).call(uploadDeskTracking, read))
  } catch (thrown) {
    return { refusal: refusalIn(thrown), errors: fieldErrors(thrown) }
  }
  throw redirect(`/desk/fulfillment/tracking/${id}`, 303)
}

type Answer = Awaited<ReturnType<typeof action>> | undefined

/** Where a file of tracking numbers is chosen. */
const TrackingPage = () => {
  const answer: Answer = useActionData<typeof action>()
  return (
    <>
      <DeskHead
        crumb={<a href="/desk/fulfillment">Fulfillment</a>}
        title="Tracking from a file"
        sub="Nothing is shipped before you have seen what each row would do."
      />
      <Body>
        {answer ? (
          <DeskNote kind="danger" isAnswer>
            <p>{answer.refusal}</p>
          </DeskNote>
        ) : null}
        <form method="post" encType="multipart/form-data">
          <Fields>
            <Entry
              label="CSV or JSON file"
              name="file"
              type="file"
              accept=".csv,.json,text/csv,application/json"
              required
              error={answer?.errors.get('file')}
              hint="Columns: order, carrier, tracking; also service, lines and weight_grams. UTF-8, at most 5 MB. The exported file with carrier and tracking filled in fits."
            />
            <p>
              <ActionButton kind="primary">Read the file</ActionButton>
            </p>
          </Fields>
        </form>
      </Body>
    </>
  )
}

export default TrackingPage
