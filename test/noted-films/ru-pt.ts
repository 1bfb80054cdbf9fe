import type { NotedFilm } from './noted-film.ts';

/** A lighthouse, a missing boat, and a family that does not speak of it. Each row is an original and its translation. */
export const RU_PT: NotedFilm = {
  from: 'ru',
  into: 'pt',
  people: [
    ['Анна', 'Ana'],
    ['Пётр', 'Piotr'],
    ['Маша', 'Macha'],
    ['Лев', 'Liev'],
    ['Игорь Соколов', 'Igor Sokolov'],
    ['Тимофей', 'Timofei'],
    ['Вера', 'Vera'],
    ['Павел', 'Pável'],
  ],
  terms: [
    ['маяк', 'farol'],
    ['смотритель', 'faroleiro'],
    ['муха', 'mosca'],
    ['старая пристань', 'cais velho'],
    ['шторм', 'temporal'],
    ['судовой журнал', 'diário de bordo'],
    ['чайка', 'Gaivota'],
    ['контрабандист', 'contrabandista'],
    ['Спутник', ''],
    ['якорь', 'âncora'],
    ['фонарь', 'lanterna'],
    ['остров', 'ilha'],
    ['рыбак', 'pescador'],
    ['телеграмма', 'telegrama'],
  ],
  lines: `
Анна! Ты где? | Ana! Onde você está?
Она на маяке, с самого утра. | Ela está no farol desde cedo.
Опять с Тимофеем? | Com o Timofei de novo?
А с кем же ещё. Он там один смотритель. | Com quem mais? Ele é o único faroleiro.
Пётр, не начинай. | Piotr, não comece.
Я не начинаю. Я спрашиваю. | Não estou começando. Só perguntei.
Двадцать лет он на этом маяке, | Há vinte anos ele vive naquele farol
и ни разу не сошёл на берег. | e nunca desceu à terra.
Говорят, он видел тот шторм. | Dizem que ele viu aquele temporal.
Какой шторм? | Que temporal?
Когда пропала "Чайка". | Quando a "Gaivota" sumiu.
Маша, иди в дом. | Macha, vá para dentro.
Но я хочу послушать! | Mas eu quero ouvir!
В дом, я сказал. | Para dentro, já disse.
Ты напугал её. | Você a assustou.
Маше девять лет. Ей рано такое слушать. | Macha tem nove anos. É cedo para ouvir isso.
Льву было восемь, когда ему рассказали. | Liev tinha oito quando lhe contaram.
И что вышло из Льва? | E no que deu o Liev?
Не говори так о брате. | Não fale assim do seu irmão.
Доброе утро. Соколов, районная милиция. | Bom dia. Sokolov, polícia distrital.
Чем могу помочь? | Em que posso ajudar?
Я ищу Павла. Рыбака. | Procuro o Pável. O pescador.
У нас тут все рыбаки. | Aqui todos são pescadores.
Этот с острова. | Esse é da ilha.
С острова никто не приезжает. | Da ilha ninguém vem.
А вчера приехал. На старой пристани видели лодку. | Mas ontem veio. Viram um barco no cais velho.
Может, контрабандисты. | Talvez contrabandistas.
Может. Поэтому я и здесь. | Talvez. Por isso estou aqui.
Как вас зовут? | Como o senhor se chama?
Игорь. Игорь Соколов. | Igor. Igor Sokolov.
Меня зовут Вера. | Meu nome é Vera.
Вера, вы давно здесь живёте? | Vera, mora aqui há muito tempo?
Всю жизнь. Как и моя мать. | A vida toda. Como minha mãe.
Тогда вы должны помнить Павла. | Então deve se lembrar do Pável.
Я помню многих Павлов. | Conheci muitos Pávels.
С татуировкой. Якорь на руке. | Com uma tatuagem. Uma âncora no braço.
У каждого второго якорь на руке. | Metade deles tem âncora no braço.
Вы не очень-то помогаете. | A senhora não ajuda muito.
А вы не очень-то спрашиваете. | E o senhor não pergunta muito bem.
Тимофей! Открой, это я! | Timofei! Abra, sou eu!
Открыто. Дверь у меня не запирается. | Está aberta. Minha porta não tem tranca.
Аня говорит, ты опять не спал. | A Ana diz que você não dormiu de novo.
Муха спать не даёт. | A mosca não me deixa dormir.
Какая муха? Ноябрь на дворе. | Que mosca? Estamos em novembro.
Вот и я ей говорю: ноябрь. | É o que digo a ela: novembro.
А она летает и летает вокруг фонаря. | E ela voa e voa em volta da lanterna.
Мухи не живут так долго, Тимофей. | Moscas não vivem tanto, Timofei.
Эта живёт. | Esta vive.
Покажи мне судовой журнал. | Mostre-me o diário de bordo.
Зачем тебе журнал? | Para que você quer o diário?
Там записан тот день. | Nele está escrito aquele dia.
В судовом журнале записано только то, | No diário de bordo só está escrito
что я видел своими глазами. | o que vi com meus próprios olhos.
Вот и хорошо. | Ótimo, então.
"Восьмое ноября. Ветер северный. Шторм к ночи." | "Oito de novembro. Vento norte. Temporal à noite."
"Фонарь горит. Вижу лодку у острова." | "A lanterna acesa. Vejo um barco junto à ilha."
А дальше страница вырвана. | E depois a página foi arrancada.
Мыши. | Ratos.
Мыши не вырывают страниц. | Ratos não arrancam páginas.
На маяке всякие мыши. | No farol há ratos de todo tipo.
Лев! Не трогай! | Liev! Não mexa!
Что это за ящик? | Que caixa é essa?
На нём написано "Спутник". | Nela está escrito "Спутник".
Положи на место, Лёва. | Ponha no lugar, Liev.
"Спутник" - это приёмник. Дед его берёг. | "Спутник" é um rádio. O vovô o guardava.
Он работает? | Ele funciona?
Раньше ловил телеграммы с моря. | Antes captava telegramas do mar.
Телеграммы не ловят, дурачок. | Telegrama não se capta, bobinho.
Дед ловил. | O vovô captava.
Пётр пришёл. Он в сенях. | Piotr chegou. Está na entrada.
Скажи Петру, чтобы вытер ноги. | Diga ao Piotr para limpar os pés.
Пётр, ноги! | Os pés!
Слышу, слышу. | Já ouvi, já ouvi.
Милиционер расспрашивал про Павла. | O policial perguntou pelo Pável.
Какой милиционер? | Que policial?
Игорь какой-то. Из района. | Um tal de Igor. Do distrito.
И что ты ему сказала, Вера? | E o que você disse a ele, Vera?
Правду. Что не знаю. | A verdade. Que não sei.
А ты знаешь? | E você sabe?
Я знаю, что Павел не контрабандист. | Sei que o Pável não é contrabandista.
Этого мало. | Isso é pouco.
Для меня достаточно. | Para mim basta.
Анне не говори. | Não conte à Ana.
Анна и так всё знает. | Ela já sabe de tudo.
Тихо. Она идёт. | Silêncio. Ela está vindo.
О чём шепчетесь? | Sobre o que cochicham?
О погоде. Обещают шторм. | Sobre o tempo. Prometem temporal.
На старой пристани надо убрать сети. | É preciso recolher as redes no cais velho.
Лев уберёт. | O Liev recolhe.
Почему всегда Лев? | Por que sempre ele?
Потому что ты сильный. Как настоящий лев. | Porque você é forte. Como um leão de verdade.
Очень смешно. | Muito engraçado.
С Машей пойдёте. Вдвоём быстрее. | Vá com a Macha. A dois é mais rápido.
Она только мешается. | Ela só atrapalha.
Я не мешаюсь! Я держу фонарь! | Não atrapalho! Eu seguro a lanterna!
Держит фонарь и поёт. | Segura a lanterna e canta.
Моряки всегда поют. | Marinheiros sempre cantam.
Ты не моряк. Ты муха. | Você não é marinheiro. É uma mosca.
Сам ты муха! | Mosca é você!
Хватит, оба. | Chega, os dois.
Смотри, на воде огонь. | Olhe, uma luz na água.
Это маяк отражается. | É o farol refletido.
Нет, маяк вон там. | Não, o farol fica ali.
Огонь у самого острова. | A luz está bem junto à ilha.
Бежим к Тимофею! | Vamos correndo ao Timofei!
Тимофей! На острове огонь! | Timofei! Há fogo na ilha!
Вижу. Вижу, дети. | Estou vendo, crianças.
Двадцать лет я ждал этого огня. | Vinte anos esperei por essa luz.
Кто там? | Quem está lá?
Тот, кого я не смог спасти. | Aquele que não pude salvar.
Павел? Но Павел утонул! | Pável? Mas o Pável se afogou!
Так решили. Так было проще. | Assim decidiram. Era mais simples.
Он не утонул. Он остался на острове. | Ele não se afogou. Ficou na ilha.
И ты каждую ночь зажигал для него фонарь? | E toda noite você acendia a lanterna para ele?
Каждую ночь. Без единого пропуска. | Toda noite. Sem faltar nenhuma.
Страницу вырвал ты. | Foi você que arrancou a página.
Я. Чтобы никто не поплыл за ним. | Fui eu. Para que ninguém fosse atrás dele.
Тогда были страшные шторма. | Naquela época os temporais eram terríveis.
Ты врал всем. Анне. Вере. Всем нам. | Você mentiu a todos. À Ana. À Vera. A todos nós.
Вера знала. | A Vera sabia.
Что? | O quê?
Твоя мать носила ему хлеб. | Sua mãe levava pão para ele.
По ночам, на лодке контрабандистов. | De noite, no barco dos contrabandistas.
Мама? Наша мама? | A mamãe? A nossa mamãe?
Не кричи, Маша. Идёт Соколов. | Não grite, Macha. O Sokolov vem vindo.
Добрый вечер. Я видел огонь. | Boa noite. Eu vi a luz.
Это рыбаки жгут траву. | São pescadores queimando capim.
На острове? В ноябре? | Na ilha? Em novembro?
Игорь, садитесь. Выпейте чаю. | Igor, sente-se. Tome um chá.
Я при исполнении. | Estou em serviço.
Чай исполнению не мешает. | Chá não atrapalha o serviço.
Мне пришла телеграмма. Без подписи. | Recebi um telegrama. Sem assinatura.
"Ищите якорь у старой пристани." | "Procurem a âncora no cais velho."
Якорь "Чайки"? | A âncora da "Gaivota"?
Вы знали это судно? | Conhecia esse barco?
На "Чайке" служил мой муж. | Meu marido servia na "Gaivota".
Ваш муж - Пётр. | Seu marido é o Piotr.
Пётр - второй. Первым был Павел. | Ele é o segundo. O primeiro foi o Pável.
Вера, почему вы молчали? | Vera, por que se calou?
А вы бы не молчали? | E o senhor não se calaria?
Завтра поплывём на остров вместе. | Amanhã vamos juntos à ilha.
А если шторм? | E se houver temporal?
Тимофей посветит. | Ele ilumina.
Посвечу. На то я и смотритель. | Ilumino. Para isso sou faroleiro.
Анна, ты плачешь? | Ana, está chorando?
Муха в глаз попала. | Entrou uma mosca no meu olho.
В ноябре? | Em novembro?
Она у нас бессмертная. | A nossa é imortal.
Завтра я поплыву с вами на остров. | Amanhã eu vou com vocês à ilha.
А кто останется с Машей и Лёвой? | E quem fica com a Macha e o Liova?
Пётр. И чайки. | O Piotr. E as gaivotas.
Рыбаки говорят, что якорь "Чайки" | Os pescadores dizem que no cais velho
лежит под старой пристанью. | está a âncora da "Gaivota".
Значит, телеграмму послал рыбак. | Então foi um pescador que mandou o telegrama.
Или смотритель маяка. | Ou o faroleiro.
Доброй ночи, Игорь. | Boa noite, Igor.
`,
};
