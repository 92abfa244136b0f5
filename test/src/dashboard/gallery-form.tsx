import type { VNode } from 'preact'
import {
  AmountField,
  CheckBox,
  ChoiceCards,
  ChooseField,
  DateField,
  FileField,
  Fold,
  TextAreaField,
} from '@paylink/core/dashboard/components/fields'
import { PlusIcon } from '@paylink/core/dashboard/components/icons'
import { SubmitButton } from '@paylink/core/web/button'
import { ConfirmStep } from '@paylink/core/web/confirm-step'
import { FaultSummary, type FormView, PostForm, TextField } from '@paylink/core/web/form'

const FORM: FormView = {
  values: { title: 'Caja de conchas', email: 'ana@', price: '1,150.00', note: 'Pagó en la caja 2.' },
  faults: [{ name: 'email', text: 'Escribe un correo completo, como nombre@ejemplo.com.' }],
}

export const FormCard = (): VNode => (
  <section class="card">
    <FaultSummary title="Revisa este dato" faults={FORM.faults} />
    <PostForm action="/gallery" csrfToken="t">
      <div class="stack">
        <div class="fields">
          <TextField form={FORM} name="title" label="Título" hint="Lo ve tu cliente." />
          <TextField form={FORM} name="email" label="Correo" optionalWord="opcional" isOptional />
          <ChooseField form={FORM} name="zone" label="Zona horaria">
            <option>Ciudad de México</option>
          </ChooseField>
          <AmountField form={FORM} name="price" label="Precio" isRight />
          <DateField form={FORM} name="day" label="Día" />
          <FileField
            locale="es-MX"
            form={FORM}
            name="receipt"
            label="Comprobante"
            accept="image/png,application/pdf"
            maxBytes={1000}
            tooLarge="Pesa {size}."
          />
        </div>
        <TextAreaField form={FORM} name="note" label="Nota" />
        <div class="row">
          <CheckBox name="on" label="Encendido" about="Al guardar." isOn isSwitch />
          <CheckBox name="off" label="Apagado" isOn={false} isSwitch />
          <CheckBox name="ticked" label="Elegido" isOn />
          <CheckBox name="empty" label="Sin elegir" isOn={false} />
        </div>
        <ChoiceCards
          legend="Rol"
          name="role"
          chosen="viewer"
          choices={[
            { value: 'viewer', label: 'Consulta', about: 'Ve todo. No cambia nada.' },
            { value: 'cashier', label: 'Caja', about: 'Crea y comparte enlaces.' },
          ]}
        />
        <Fold name="Hasta cuándo" value="Sin fecha">
          <p>Elige un día.</p>
        </Fold>
        <div>
          <SubmitButton kind="first" busy="Creando enlace…" icon={PlusIcon}>
            Crear enlace
          </SubmitButton>
        </div>
      </div>
    </PostForm>
  </section>
)

export const Question = (): VNode => (
  <ConfirmStep
    question="¿Desactivar “Galletas”?"
    action="/gallery/disable"
    csrfToken="t"
    keep={{ href: '/gallery', label: 'Dejarlo activo' }}
    confirm="Desactivar enlace"
    busy="Desactivando…"
  >
    Nadie podrá pagarlo. No se devuelve nada.
  </ConfirmStep>
)
