import type { NotedFilm } from './noted-film.ts';

/** A theatre that is to be sold, and the people who will not leave it. Each row is an original and its translation. */
export const EN_DE: NotedFilm = {
  from: 'en',
  into: 'de',
  people: [
    ['Grace Miller', 'Grace Miller'],
    ['Will', 'Will'],
    ['Mr. Pemberton', 'Mr. Pemberton'],
    ['Ludwig', 'Ludwig'],
    ['Rosie', 'Rosie'],
    ['Uncle Ned', 'Onkel Ned'],
    ['the Duchess', 'die Herzogin'],
    ['Hank', 'Hank'],
  ],
  terms: [
    ['fly', 'Zug'],
    ['trapdoor', 'Versenkung'],
    ['prompter', 'Souffleuse'],
    ['curtain', 'Vorhang'],
    ['Golden Lion', 'Goldener Löwe'],
    ['understudy', 'Zweitbesetzung'],
    ['dress rehearsal', 'Generalprobe'],
    ['ghost', 'Geist'],
    ['deed', 'Urkunde'],
    ['Moonlight Sonata', 'Mondscheinsonate'],
    ['stagehand', 'Bühnenarbeiter'],
    ['Blackbird', ''],
    ['box office', 'Kasse'],
    ['limelight', 'Rampenlicht'],
    ['mask', 'Maske'],
  ],
  lines: `
Who left the trapdoor open? | Wer hat die Versenkung offen gelassen?
Not me, Mr. Pemberton. | Ich nicht, Mr. Pemberton.
Someone will break a leg. | Jemand wird sich das Bein brechen.
That's the idea, isn't it? | Ist das nicht der Sinn der Sache?
Very funny, Will. | Sehr witzig.
Places, everyone! Dress rehearsal in five minutes. | Auf die Plätze! Generalprobe in fünf Minuten.
Where's Grace? | Wo ist Grace?
She's talking to the ghost again. | Sie redet wieder mit dem Geist.
There is no ghost in the Golden Lion. | Im Goldenen Löwen gibt es keinen Geist.
Tell that to Ludwig. | Sag das Ludwig.
Ludwig has seen her twice. | Ludwig hat sie zweimal gesehen.
A lady in white, behind the curtain. | Eine Dame in Weiß, hinter dem Vorhang.
Ludwig drinks. | Der trinkt.
Everyone here drinks. Only he sees ghosts. | Hier trinken alle. Nur er sieht Geister.
Curtain up! | Vorhang auf!
The flies are stuck again. | Die Züge klemmen schon wieder.
Hank! Have a look at the flies. | Hank! Sieh dir mal die Züge an.
I'm a stagehand, not a monkey. | Ich bin Bühnenarbeiter, kein Affe.
And yet you climb like one. | Und doch kletterst du wie einer.
Miss Miller, your line. | Miss Miller, Ihr Text.
I know my line. | Ich kenne meinen Text.
Then say it, please. | Dann sagen Sie ihn bitte.
"The night has a thousand masks," | „Die Nacht hat tausend Masken,
"and I have lost the one I love." | und ich verlor die, die ich liebe.“
Prompter! She's dropped half of it. | Souffleuse! Sie hat die Hälfte ausgelassen.
I whispered it, Mr. Pemberton. | Ich habe es geflüstert, Mr. Pemberton.
Whisper louder, Rosie. | Flüstern Sie lauter, Rosie.
If I whisper louder, they'll hear me at the box office. | Wenn ich lauter flüstere, hört man mich an der Kasse.
At least somebody would be at the box office. | Dann wäre wenigstens jemand an der Kasse.
How many tickets have we sold? | Wie viele Karten haben wir verkauft?
Eleven. Two of them to Uncle Ned. | Elf. Zwei davon an Onkel Ned.
Uncle Ned is blind. | Onkel Ned ist blind.
He likes the smell. | Er mag den Geruch.
The Duchess is here! | Die Herzogin ist da!
Lord help us. Is the Duchess early? | Gott steh uns bei. Ist die Herzogin zu früh?
She's always early when there's money in it. | Das ist sie immer, wenn es um Geld geht.
Pemberton, my dear. You look dreadful. | Pemberton, mein Lieber. Sie sehen furchtbar aus.
And you look rich, Your Grace. | Und Sie sehen reich aus, Euer Gnaden.
I have come for the deed. | Ich komme wegen der Urkunde.
The deed is in the safe, | Die Urkunde liegt im Tresor,
and the safe is where it has always been. | und der Tresor, wo er immer stand.
Under the trapdoor. | Unter der Versenkung.
Then fetch it. | Dann holen Sie sie.
After the premiere, Duchess. | Nach der Premiere, Herzogin.
You have until Sunday. | Sie haben bis Sonntag Zeit.
Will she really sell us? | Verkauft sie uns wirklich?
She would sell her own mother. | Sie würde ihre eigene Mutter verkaufen.
Will, play something. | Will, spiel etwas.
The Moonlight Sonata? | Die Mondscheinsonate?
Anything but the Moonlight Sonata. | Alles, nur nicht die Mondscheinsonate.
Then "Blackbird". | Dann „Blackbird“.
Nobody dances to "Blackbird". | Zu „Blackbird“ tanzt keiner.
Grace does. | Grace schon.
Grace would dance to a fire alarm. | Grace würde auch zu einem Feueralarm tanzen.
Did you hear that? | Habt ihr das gehört?
It's only the mask on the wall. | Das ist nur die Maske an der Wand.
Masks don't knock, Rosie. | Masken klopfen nicht, Rosie.
This one does. | Diese schon.
Give me the lamp, Hank. | Gib mir die Lampe, Hank.
You're not going down there alone. | Du gehst da nicht allein runter.
Will comes with me. | Will kommt mit.
Do I? | Ach ja?
You do, Will. | Ja, Will.
The trapdoors are older than the house. | Die Versenkungen sind älter als das Haus.
My grandfather built them. | Mein Großvater hat sie gebaut.
Ned's father? | Neds Vater?
The same. He was the first stagehand here. | Genau der. Er war der erste Bühnenarbeiter hier.
And the last who was paid. | Und der letzte, der bezahlt wurde.
Mind your head. | Pass auf deinen Kopf auf.
There's the safe. | Da ist der Tresor.
It's open, Grace. | Er ist offen, Grace.
The deed's gone! | Die Urkunde ist weg!
Who knew about it? | Wer wusste davon?
Pemberton, the Duchess, and the ghost. | Pemberton, die Herzogin und der Geist.
Be serious. | Mal im Ernst.
And me. I knew, too. | Und ich. Ich wusste es auch.
Rosie! You followed us? | Rosie! Bist du uns gefolgt?
A prompter hears everything. | Eine Souffleuse hört alles.
What did you hear? | Was hast du gehört?
Mr. Pemberton, crying in the dark. | Mr. Pemberton, wie er im Dunkeln weinte.
He said the name of a woman. | Er sagte den Namen einer Frau.
Which woman? | Welcher Frau?
My mother's. | Den meiner Mutter.
Grace Miller, the great Grace Miller. | Grace Miller, die große Grace Miller.
She had your name? | Sie hieß wie du?
I have hers. And her roles, and her mask. | Ich heiße wie sie. Und habe ihre Rollen und ihre Maske.
She died in the limelight. | Sie starb im Rampenlicht.
On the night of the dress rehearsal, | In der Nacht der Generalprobe
the curtain fell on her. | fiel der Vorhang auf sie herab.
They said it was the fly. | Es hieß, es war der Zug.
Hank's father held the rope. | Hanks Vater hielt das Seil.
That's a lie, and Hank knows it. | Das ist eine Lüge, und Hank weiß es.
I was six. I know nothing. | Ich war sechs. Ich weiß gar nichts.
Then why do you never touch that fly? | Warum fasst du diesen Zug dann nie an?
Leave him alone, Will. | Lass ihn in Ruhe, Will.
Ludwig's coming. Put out the lamp. | Ludwig kommt. Mach die Lampe aus.
I saw the light. Is it her? | Ich sah das Licht. Ist sie es?
It's us, Ludwig. Go to sleep. | Wir sind es, Ludwig. Geh schlafen.
She wants her part back. | Sie will ihre Rolle zurück.
Who does? | Wer denn?
The white lady. I played with her, | Die weiße Dame. Ich habe mit ihr gespielt,
when I was the understudy of the understudy. | als ich die Zweitbesetzung der Zweitbesetzung war.
You were never on stage, Ludwig. | Du warst nie auf der Bühne, Ludwig.
One night I was. | Eine Nacht lang schon.
Both understudies had the flu. | Beide Zweitbesetzungen hatten die Grippe.
What did you play? | Was hast du gespielt?
The ghost. | Den Geist.
So it was you! All those years! | Dann warst du das! All die Jahre!
Somebody had to keep her company. | Jemand musste ihr Gesellschaft leisten.
And the deed, Ludwig? | Und die Urkunde, Ludwig?
What deed? | Welche Urkunde?
The paper from the safe. | Das Papier aus dem Tresor.
I sewed it into the curtain. | Ich habe es in den Vorhang genäht.
You did what? | Du hast was?
Nobody sells a curtain. | Einen Vorhang verkauft keiner.
He's a genius. | Er ist ein Genie.
He's a madman. | Er ist ein Irrer.
In the Golden Lion that's the same. | Im Goldenen Löwen ist das dasselbe.
Mr. Pemberton must know. | Das muss er wissen, Mr. Pemberton.
I know already. I held the needle. | Ich weiß es längst. Ich hielt die Nadel.
You, sir? | Sie, Sir?
It's a heavy curtain for one old man. | Für einen alten Mann ist der Vorhang schwer.
And the Duchess? | Und die Herzogin?
She may have the box office, with all its mice. | Die kann die Kasse haben, mit all ihren Mäusen.
Tomorrow we open. | Morgen ist Premiere.
With eleven in the house? | Vor elf Leuten?
Twelve. Uncle Ned brings a friend. | Zwölf. Onkel Ned bringt einen Freund mit.
Who? | Wen?
A critic. He's deaf. | Einen Kritiker. Er ist taub.
Will you play for us, Will? | Spielst du für uns, Will?
"Blackbird", and nothing else. | „Blackbird“ und sonst nichts.
Hank, the fly. | Hank, der Zug.
I'll hold it, Grace. I won't let go. | Ich halte ihn, Grace. Ich lasse nicht los.
Your father didn't, either. | Dein Vater auch nicht.
How do you know? | Woher weißt du das?
The ghost told me. | Der Geist hat es mir gesagt.
Silence, please. House lights. | Ruhe bitte. Saallicht.
Prompter ready? | Souffleuse bereit?
Ready, and I'll whisper like a stagehand. | Bereit, und ich flüstere wie ein Bühnenarbeiter.
And if the mask falls? | Und wenn die Maske fällt?
Then we bow. | Dann verbeugen wir uns.
Ladies and gentlemen, the Golden Lion! | Meine Damen und Herren, der Goldene Löwe!
Curtain. | Vorhang.
There she is, in the limelight. | Da steht sie, im Rampenlicht.
Who? Rosie? I see no one. | Wer? Rosie? Ich sehe niemanden.
Look behind the curtain, Will. | Sieh hinter den Vorhang, Will.
The lady with the mask | Da verbeugt sich die Dame,
is taking a bow. | die mit der Maske.
And Hank is holding the fly with both hands. | Und Hank hält den Zug mit beiden Händen.
The Duchess isn't laughing. | Sie lacht nicht, die Frau Herzogin.
She's asleep. Ned's friend, too. | Sie schläft. Neds Freund auch.
Good night, Golden Lion. | Gute Nacht, Goldener Löwe.
`,
};
