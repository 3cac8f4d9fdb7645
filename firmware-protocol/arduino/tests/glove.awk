# A made-up glove's recording as the sketch Glove streams it: its fingers in percent of what analogRead gives at most. By these alone
# a hand that knocks is a fist, and one that waves is at rest.
BEGIN { FS = OFS = "," }
NR > 1 {
    for (finger = 11; finger <= 15; finger++) $finger = $finger * 100 / 1023
    if ($3 == "knock") $3 = "fist"
    if ($3 == "wave") $3 = "rest"
}
{ print }
