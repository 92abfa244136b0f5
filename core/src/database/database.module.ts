import { ContainerModule } from 'inversify'
import { key, provide, provideFrom, provideValue } from '../kernel/provide.js'
import { Timer } from '../kernel/timer.js'
import type { DatabaseConnection } from './database-connection.js'
import type { Engine, Reader, Writer } from './engine.js'
import { Generation } from './generation.js'
import { UnitOfWork, unitOfWorkOn } from './unit-of-work.js'

export const DATABASE = key<DatabaseConnection>('database')
export const READER = key<Reader>('reader')
export const WRITER = key<Writer>('writer')
export const ENGINE = key<Engine>('engine')

export const databaseModule = (database: DatabaseConnection): ContainerModule =>
  new ContainerModule(({ bind }) => {
    provideValue(bind, DATABASE, database)
    provideValue(bind, READER, database.reader)
    provideValue(bind, WRITER, database.writer)
    provideValue(bind, ENGINE, database.engine)
    provideFrom(bind, UnitOfWork, [DATABASE, Timer], unitOfWorkOn)
    provide(bind, Generation, [READER])
  })
