import 'reflect-metadata'
import { configure as serverlessExpress } from '@codegenie/serverless-express'
import {
  Body,
  Catch,
  Controller,
  createParamDecorator,
  Get,
  Injectable,
  Module,
  Param,
  ParseUUIDPipe,
  Post,
  Query,
  Res,
  UseGuards,
  ValidationPipe,
  type ArgumentsHost,
  type CanActivate,
  type ExceptionFilter,
  type ExecutionContext,
} from '@nestjs/common'
import { NestFactory } from '@nestjs/core'
import type { Context, Handler } from 'aws-lambda'
import { Type } from 'class-transformer'
import { IsIn, IsInt, IsOptional, IsString, Matches, Max, MaxLength, Min, MinLength } from 'class-validator'
import type { Request, Response } from 'express'
import { authenticate, type User } from './accounts.ts'
import { Refusal } from './refusal.ts'
import { createSpace, listPages } from './wiki.ts'

class PageQuery {
  @Type(() => Number)
  @IsInt()
  @Min(1)
  @Max(100)
  limit = 50

  @IsOptional()
  @IsString()
  @MaxLength(4_096)
  cursor?: string
}

class NewSpaceBody {
  @IsString()
  @MinLength(1)
  @MaxLength(100)
  name!: string

  @IsOptional()
  @Matches(/^[a-z0-9]+(-[a-z0-9]+)*$/)
  @MaxLength(100)
  slug?: string

  @IsOptional()
  @IsString()
  @MaxLength(2_000)
  description?: string | null

  @IsIn(['read', 'write'])
  internal_permission: 'read' | 'write' = 'write'
}

interface Authenticated extends Request {
  user: User
}

const CurrentUser = createParamDecorator(
  (_data: unknown, context: ExecutionContext) => context.switchToHttp().getRequest<Authenticated>().user,
)

@Injectable()
class SessionGuard implements CanActivate {
  async canActivate(context: ExecutionContext) {
    const request = context.switchToHttp().getRequest<Authenticated>()
    request.user = await authenticate(request.get('authorization'))
    return true
  }
}

@Catch(Refusal)
class RefusalFilter implements ExceptionFilter<Refusal> {
  catch({ status, message }: Refusal, host: ArgumentsHost) {
    host.switchToHttp().getResponse<Response>().status(status).json({ detail: message })
  }
}

@Injectable()
class Wiki {
  listPages = listPages
  createSpace = createSpace
}

@Controller('auth')
@UseGuards(SessionGuard)
class AuthController {
  @Get('me')
  readMe(@CurrentUser() user: User) {
    return user
  }
}

@Controller('wiki/spaces')
@UseGuards(SessionGuard)
class SpacesController {
  constructor(private readonly wiki: Wiki) {}

  @Get(':id/pages')
  listPages(
    @CurrentUser() user: User,
    @Param('id', new ParseUUIDPipe({ errorHttpStatusCode: 422 })) id: string,
    @Query() query: PageQuery,
  ) {
    return this.wiki.listPages(user, id, query)
  }

  @Post()
  async createSpace(
    @CurrentUser() user: User,
    @Body() body: NewSpaceBody,
    @Res({ passthrough: true }) response: Response,
  ) {
    const space = await this.wiki.createSpace(user, body)
    response.location(`/api/v1/wiki/spaces/${space.id}`)
    return space
  }
}

@Module({ controllers: [AuthController, SpacesController], providers: [Wiki] })
class AppModule {}

const start = async (): Promise<Handler> => {
  const app = await NestFactory.create(AppModule, { logger: ['error', 'warn'] })
  app.setGlobalPrefix('api/v1')
  app.useGlobalFilters(new RefusalFilter())
  const refusing = { whitelist: true, forbidNonWhitelisted: true, errorHttpStatusCode: 422 as const }
  app.useGlobalPipes(new ValidationPipe({ ...refusing, transform: true }))
  await app.init()
  return serverlessExpress({ app: app.getHttpAdapter().getInstance() })
}

let started: Promise<Handler> | undefined

export const handler = async (event: unknown, context: Context) => {
  started ??= start()
  const answer = await started
  return answer(event, context, () => {})
}
