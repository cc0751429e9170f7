import { redirect, useActionData, useLoaderData, useSearchParams } from 'react-router'
import type { ActionFunctionArgs, LoaderFunctionArgs } from 'react-router'
import { ownValue } from '#shared/own-value.ts'
import { uploadedFile } from '#shared/uploaded-picture.ts'
import { postedForm } from '../../web/request/posted-form.ts'
import { shopContext } from '../../web/request/shop-context.ts'
import { listDeskPictures, uploadDeskPicture } from '../picture-endpoints.ts'
import type { DeskPicture } from '../picture-endpoints.ts'
import { wordIn } from './catalogue-fields.tsx'
import styles from './page-editor.module.css'
import { ActionButton } from './parts/action.tsx'
import { DataTable, EmptyList } from './parts/data-table.tsx'
import type { Column } from './parts/data-table.tsx'
import { DeskHead } from './parts/desk-head.tsx'
import { Entry, Fields, Pair } from './parts/entry.tsx'
import { Body } from './parts/layout.tsx'
import { fieldErrors, noErrors, refusalIn } from './parts/refusal.ts'
import { DeskNote, Section } from './parts/section.tsx'
import { timeText } from './parts/times.tsx'

export const loader = async ({ context }: LoaderFunctionArgs) => {
  const { pictures } = await context.get(shopContext).call(listDeskPictures, {})
  return { title: 'Uploads', pictures }
}

const cropFields = [
  ['left', 'From the left', '0'],
  ['top', 'From the top', '0'],
  ['width', 'Width', '100'],
  ['height', 'Height', '100'],
] as const

const focusFields = [
  ['focus_x', 'From its left', '50'],
  ['focus_y', 'From its top', '50'],
] as const

const placeFields = [...cropFields, ...focusFields]

/** Frame and point on the picture, which a script shows once a file is chosen; the numbers below say the same. */
const CropPicture = () => (
  <div data-desk-crop="" hidden>
    <p className={styles.hint}>
      Drag the frame, its corner and the point. By keyboard: arrows move them, on the corner they change the
      size; with Shift by ten percent.
    </p>
    <div className={styles.canvas} data-desk-crop-canvas="">
      <button
        type="button"
        className={styles.box}
        data-desk-crop-box=""
        aria-label="Part that is shown: move it"
      />
      <button
        type="button"
        className={styles.corner}
        data-desk-crop-corner=""
        aria-label="Part that is shown: change its size"
      />
      <button
        type="button"
        className={styles.point}
        data-desk-crop-point=""
        aria-label="Point that stays in sight: move it"
      />
    </div>
    <p role="status" className={styles.hint} data-desk-crop-status="" />
  </div>
)

/** Stores a picture; what was typed is kept when it is refused, except for the file, which browsers do not send again. */
export const action = async ({ context, request }: ActionFunctionArgs) => {
  const form = await postedForm(request)
  const file = form.get('file')
  const bytes = file instanceof File ? new Uint8Array(await file.arrayBuffer()) : new Uint8Array()
  const alt = wordIn(form, 'alt')
  const crop = Object.fromEntries(placeFields.map(([name, , usual]) => [name, wordIn(form, name) || usual]))
  let name = ''
  try {
    ;({ name } = await context
      .get(shopContext)
      .call(uploadDeskPicture, { file: bytes.toBase64(), alt, ...crop }))
  } catch (thrown) {
    return { alt, crop, refusal: refusalIn(thrown), errors: fieldErrors(thrown) }
  }
  throw redirect(`/desk/uploads?stored=${name}`, 303)
}

const columns: readonly Column<DeskPicture>[] = [
  {
    name: 'Picture',
    cell: ({ name, width, height, alt }) => (
      <img
        className={styles.thumb}
        src={`/uploads/${uploadedFile(name, Math.min(width, 480), 'webp')}`}
        alt={alt}
        width={width}
        height={height}
        loading="lazy"
      />
    ),
  },
  { name: 'Name for pages', cell: ({ name }) => <code>{name}</code> },
  { name: 'Description', cell: ({ alt }) => alt, fills: true, isWide: true },
  { name: 'Size', cell: ({ width, height }) => `${width} × ${height}`, isWide: true },
  { name: 'All files', cell: ({ bytes }) => `${Math.ceil(bytes / 1000)} kB`, isFigure: true, isWide: true },
  { name: 'Uploaded', cell: ({ at, by }) => `${timeText(at)}, ${by}`, isQuiet: true, isWide: true },
]

interface PlaceFieldsProps {
  readonly legend: string
  readonly pairs: readonly (readonly (readonly [name: string, label: string, usual: string])[])[]
}

const PlaceFields = ({ legend, pairs }: PlaceFieldsProps) => {
  const answer = useActionData<typeof action>()
  return (
    <fieldset className={styles.group}>
      <legend>{legend}</legend>
      {pairs.map((two) => (
        <Pair key={two[0]?.[0]}>
          {two.map(([name, label, usual]) => (
            <Entry
              key={name}
              label={label}
              name={name}
              inputMode="numeric"
              autoComplete="off"
              defaultValue={(answer && ownValue(answer.crop, name)) ?? usual}
              error={answer?.errors.get(name)}
            />
          ))}
        </Pair>
      ))}
    </fieldset>
  )
}

interface AltEntryProps {
  readonly text: string | undefined
  readonly error: string | undefined
}

const AltEntry = ({ text, error }: AltEntryProps) => (
  <Entry
    label="What is to be seen in it"
    name="alt"
    required
    maxLength={300}
    autoComplete="off"
    hint="For people who do not see it."
    defaultValue={text}
    error={error}
  />
)

const UploadForm = () => {
  const answer = useActionData<typeof action>()
  const errors = answer?.errors ?? noErrors
  return (
    <form method="post" encType="multipart/form-data">
      <Fields>
        <Entry
          label="Picture"
          name="file"
          type="file"
          accept="image/jpeg,image/png,image/webp,image/avif"
          required
          hint="JPEG, PNG, WebP or AVIF, at most 20 MB. What a camera writes into it, such as the place, is removed."
          error={errors.get('file')}
        />
        <AltEntry text={answer?.alt} error={errors.get('alt')} />
        <CropPicture />
        <PlaceFields
          legend="Part of it that is shown, in percent"
          pairs={[cropFields.slice(0, 2), cropFields.slice(2)]}
        />
        <PlaceFields
          legend="Point of that part that stays in sight where a page cuts it off, in percent"
          pairs={[focusFields]}
        />
        <p>
          <ActionButton kind="primary">Upload</ActionButton>
        </p>
      </Fields>
    </form>
  )
}

const Answer = () => {
  const answer = useActionData<typeof action>()
  const stored = useSearchParams()[0].get('stored')
  if (answer)
    return (
      <DeskNote kind="danger" isAnswer>
        {answer.refusal}
      </DeskNote>
    )
  return stored ? (
    <DeskNote kind="ok" isAnswer>
      Stored. Its name for pages: <code>{stored}</code>
    </DeskNote>
  ) : null
}

/** Pictures for pages: uploaded here, and named by pages. */
const UploadsPage = () => {
  const { pictures } = useLoaderData<typeof loader>()
  return (
    <>
      <DeskHead
        title="Uploads"
        sub="A page shows a picture by its name, in the size that fits each screen."
      />
      <Body>
        <Answer />
        <Section title="Upload a picture">
          <UploadForm />
        </Section>
        <Section title="Pictures">
          {pictures.length === 0 ? (
            <EmptyList title="No picture was uploaded yet." isInside />
          ) : (
            <DataTable
              label="Pictures that were uploaded"
              rows={pictures}
              keyOf={({ name }) => name}
              columns={columns}
              isInside
            />
          )}
        </Section>
      </Body>
    </>
  )
}

export default UploadsPage
