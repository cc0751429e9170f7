/** What fields that name a picture offer. */
export const PictureNames = ({ names }: { readonly names: readonly string[] }) => (
  <datalist id="picture-names">
    {names.map((name) => (
      <option key={name} value={name}>
        {name}
      </option>
    ))}
  </datalist>
)
