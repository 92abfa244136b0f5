import type { PictureFault } from '../../accounts/picture-fault.js'

export const brandFormEsMX = {
  optional: 'opcional',
  name: 'Nombre',
  email: 'Correo de contacto',
  phone: 'Teléfono',
  logo: 'Logo',
  logoHint: 'PNG, JPEG o WebP, de hasta 200 KB y 1024 × 1024 puntos. Sin logo usamos tus iniciales.',
  color: 'Color',
  colorNames: {
    '#c2410c': 'Naranja',
    '#0f766e': 'Verde azulado',
    '#1d4ed8': 'Azul',
    '#7c3aed': 'Morado',
    '#be185d': 'Rosa',
    '#111111': 'Negro',
  } as Record<string, string>,
  otherColor: 'Otro color',
  colorPicker: 'Elegir otro color',
  contrastOf: (isWhite: boolean, ratio: string) =>
    `Se lee bien: letra ${isWhite ? 'blanca' : 'negra'}, contraste ${ratio} a 1.`,
  preview: 'Así te ven',
  update: 'Actualizar vista',
  faults: {
    name: 'Escribe el nombre de tu negocio, de hasta 200 caracteres.',
    supportEmail: 'Escribe un correo, como hola@tienda.mx.',
    supportPhone: 'Escribe un teléfono, como 33 3614 0921.',
    color: 'Escribe un color como #0f766e.',
    locale: 'Elige uno de los idiomas.',
    timeZone: 'Elige una zona horaria de la lista.',
  } as Record<string, string>,
  logoFaults: {
    type: 'Elige una imagen PNG, JPEG o WebP. Otras, como SVG o GIF, no se pueden usar.',
    bytes: 'Elige una imagen de hasta 200 KB.',
    pixels: 'La imagen es demasiado grande. Usa una de hasta 1024 × 1024 puntos.',
    damaged: 'La imagen está dañada o incompleta. Guárdala otra vez y elige la copia.',
    animated: 'La imagen es una animación. Elige una que no se mueva.',
  } satisfies Record<PictureFault, string>,
}

export type BrandFormWords = typeof brandFormEsMX
